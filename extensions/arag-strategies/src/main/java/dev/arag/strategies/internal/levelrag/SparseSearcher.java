package dev.arag.strategies.internal.levelrag;

import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordOperators;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.levelrag.RoleCalls.Role;
import dev.arag.strategies.reply.ReplyText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Searches keywords and refines them breadth-first, until the documents answer the atomic query.
 *
 * @param k the maximum number of hits
 */
record SparseSearcher(RoleCalls calls, int k) {
  /** The maximum number of refined queries for one atomic query. */
  static final int MAX_REFINEMENTS = 27;

  /** The maximum number of refinements between the first query and any other. */
  static final int MAX_DEPTH = 3;

  private static final int MAX_FIRST_KEYWORDS = 5;

  private record Node(KeywordQuery query, int depth) {}

  /** The queue and the results of one search. */
  private static final class Progress {
    final Deque<Node> queue = new ArrayDeque<>();
    final Set<String> queries = new HashSet<>();
    final Set<List<ChunkId>> seen = new HashSet<>();
    final List<List<? extends Hit>> results = new ArrayList<>();

    void add(KeywordQuery query, int depth) {
      if (queries.size() <= MAX_REFINEMENTS && queries.add(query.toString())) {
        queue.add(new Node(query, depth));
      }
    }

    /** Returns whether the hits are not empty and not those of an earlier query. */
    boolean addResult(List<? extends Hit> hits) {
      boolean isNew = !hits.isEmpty() && seen.add(hits.stream().map(Hit::chunkId).toList());
      if (isNew) {
        results.add(hits);
      }
      return isNew;
    }
  }

  /**
   * Returns the hits of the first query whose documents are sufficient. If there is none, the
   * result is the fusion of all results: chunks that many queries rank high come first.
   */
  List<? extends Hit> search(String query, CallAllowance allowance) {
    Progress progress = new Progress();
    first(query, allowance).ifPresent(keywords -> progress.add(keywords, 0));
    while (!progress.queue.isEmpty()) {
      Node node = progress.queue.remove();
      List<? extends Hit> hits = calls.run().corpus().keywordSearch(node.query(), k, 0).hits();
      boolean isNew = progress.addResult(hits);
      if (isNew && !allowance.take()) {
        break;
      }
      if (isNew && calls.isSufficient(query, hits)) {
        return hits;
      }
      boolean canRefine = node.depth() < MAX_DEPTH && progress.queries.size() <= MAX_REFINEMENTS;
      if (canRefine && (isNew || node.depth() == 0)) {
        if (!allowance.take()) {
          break;
        }
        refine(query, node, hits, progress);
      }
    }
    return FusedHits.of(progress.results, k);
  }

  private void refine(String query, Node node, List<? extends Hit> hits, Progress progress) {
    Map<String, String> values = Map.of("query", query, "keywords", text(node.query()));
    String reply = calls.ask(Role.REFINE, values, hits);
    List<KeywordQuery> refined = Refinement.read(reply, node.query());
    if (refined.isEmpty()) {
      calls.warnUnreadable(Role.REFINE);
    }
    refined.forEach(each -> progress.add(each, node.depth() + 1));
  }

  /** Returns the keywords that a model chose, or else the longest words of the query. */
  private Optional<KeywordQuery> first(String query, CallAllowance allowance) {
    if (allowance.take()) {
      String reply = calls.ask(Role.REWRITE, Map.of("query", query));
      Optional<KeywordQuery> keywords = query(ReplyText.list(reply, MAX_FIRST_KEYWORDS).stream());
      if (keywords.isPresent()) {
        return keywords;
      }
      calls.warnUnreadable(Role.REWRITE);
    }
    return query(
        Stream.of(query.split("[^\\p{L}\\p{M}\\p{N}]+", -1))
            .sorted(Comparator.comparingInt(String::length).reversed()));
  }

  private Optional<KeywordQuery> query(Stream<String> keywords) {
    List<String> allowed =
        keywords
            .filter(SparseSearcher::isKeyword)
            .map(String::strip)
            .distinct()
            .limit(MAX_FIRST_KEYWORDS)
            .toList();
    return allowed.isEmpty()
        ? Optional.empty()
        : Optional.of(KeywordQuery.of(allowed, calls.run().profile().rankingRules()));
  }

  private static boolean isKeyword(String text) {
    try {
      KeywordQuery.of(List.of(text));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns a query in the form that {@link KeywordOperators} reads. */
  private static String text(KeywordQuery query) {
    String keywords =
        IntStream.range(0, query.keywords().size())
            .mapToObj(i -> quote(query.keywords().get(i)) + weight(query.weight(i)))
            .collect(Collectors.joining(" "));
    return query.excluded().stream()
        .map(excluded -> " -" + quote(excluded))
        .collect(Collectors.joining("", keywords, ""));
  }

  private static String quote(String keyword) {
    return "\"" + keyword.replaceAll("\\s+", " ") + "\"";
  }

  private static String weight(double weight) {
    return weight == 1 ? "" : "^" + (int) weight;
  }
}
