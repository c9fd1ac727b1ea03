package dev.arag.evaluation.retrieval;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.evaluation.data.GoldPage;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.metric.HitText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures how many gold pages hits show, and how long their text is. Each ranking has three rows
 * of scores, for three texts that a model can be shown of each hit:
 *
 * <ul>
 *   <li>{@code semantic}: the sentences and short sections that a search shows
 *   <li>{@code semantic:sections}: the whole sections of these sentences
 *   <li>{@code semantic:chunks}: the whole chunk
 * </ul>
 *
 * <p>The rows of {@link CorpusRanking#KEYWORD} are named {@code search-keyword}, and those of
 * {@link CorpusRanking#HYBRID} {@code search}, because they measure the searches of a search box:
 * {@link KeywordQuery#fromText} and {@link Corpus#search}.
 *
 * <p>A page is shown if a sentence in the text begins on it, ends on it or covers it. The header of
 * a table that is repeated above rows counts as tokens, but shows no page. The values are means
 * over the questions: {@code recall@K}, the share of the gold pages of a question that the first K
 * hits show, and {@code tokens@K} for the largest K, the length of the text of the first K hits in
 * the form in which the tools show it to a model, in o200k tokens. The limits on the text of one
 * tool call do not apply. Immutable.
 */
public final class PageRetrieval {
  /** Recall at 5 and 10. */
  public static final List<RetrievalMeasure> DEFAULT =
      List.of(
          new RetrievalMeasure(RetrievalMeasure.Kind.RECALL, 5),
          new RetrievalMeasure(RetrievalMeasure.Kind.RECALL, 10));

  private static final int SLICE = 1_000;

  private final Catalogue corpus;
  private final Map<Question, Set<GoldPage>> gold;

  /** The hits for one question. */
  private record Found(Set<GoldPage> gold, List<? extends Hit> hits) {
    double recall(int k, HitText text) {
      Set<GoldPage> shown = new HashSet<>();
      for (Hit hit : hits.subList(0, Math.min(k, hits.size()))) {
        text.sentences(hit).forEach(each -> addPages(hit.chunk(), each, shown));
      }
      shown.retainAll(gold);
      return (double) shown.size() / gold.size();
    }
  }

  private PageRetrieval(Catalogue corpus, Map<Question, Set<GoldPage>> gold) {
    this.corpus = corpus;
    this.gold = gold;
  }

  /**
   * Checks the gold pages of questions. Questions without {@linkplain Question#evidence() gold
   * pages} are left out.
   *
   * @param corpus contains the documents of the gold pages; it is measured as it is now
   * @throws CorpusException if a gold page is not in the corpus; the message names the question
   */
  public static PageRetrieval of(Catalogue corpus, List<Question> questions) {
    requireNonNull(questions, "questions");
    Catalogue now = requireNonNull(corpus, "corpus").snapshot();
    Map<String, List<String>> idsByName = idsByName(now);
    Map<String, Integer> lastPages = new HashMap<>();
    Map<Question, Set<GoldPage>> gold = new LinkedHashMap<>();
    for (Question question : questions) {
      Set<GoldPage> pages = new HashSet<>();
      for (GoldPage page : question.evidence()) {
        String id = documentId(question, page, idsByName);
        int last = lastPages.computeIfAbsent(id, each -> lastPage(now, each));
        if (page.page() > last) {
          throw error(
              question,
              page,
              last == 0
                  ? "is not in the corpus: the document has no pages"
                  : "is not in the corpus; the last page with text is " + last);
        }
        pages.add(new GoldPage(id, page.page()));
      }
      if (!pages.isEmpty()) {
        gold.put(question, pages);
      }
    }
    return new PageRetrieval(now, gold);
  }

  private static Map<String, List<String>> idsByName(Catalogue corpus) {
    Map<String, List<String>> ids = new TreeMap<>();
    Stream.iterate(Slice.first(SLICE), Slice::next)
        .map(corpus::documents)
        .takeWhile(documents -> !documents.isEmpty())
        .flatMap(List::stream)
        .forEach(entry -> addNames(entry, ids));
    return ids;
  }

  private static void addNames(CatalogueEntry entry, Map<String, List<String>> ids) {
    String source = entry.source();
    if (source != null && entry.id().startsWith(source + "/")) {
      String path = entry.id().substring(source.length() + 1);
      ids.computeIfAbsent(path, name -> new ArrayList<>()).add(entry.id());
    }
    // An id takes precedence over the path of another document.
    ids.computeIfAbsent(entry.id(), name -> new ArrayList<>()).add(0, entry.id());
  }

  private static String documentId(
      Question question, GoldPage page, Map<String, List<String>> idsByName) {
    List<String> ids = idsByName.getOrDefault(page.document(), List.of());
    if (ids.isEmpty()) {
      throw error(question, page, "is not in the corpus: there is no such document");
    }
    if (ids.size() > 1 && !ids.get(0).equals(page.document())) {
      throw error(question, page, "is ambiguous; write one of the ids " + String.join(", ", ids));
    }
    return ids.get(0);
  }

  private static CorpusException error(Question question, GoldPage page, String problem) {
    return new CorpusException(
        "The question \""
            + question.id()
            + "\": page "
            + page.page()
            + " of \""
            + page.document()
            + "\" "
            + problem
            + ".");
  }

  /** Returns 0 if the document has no pages. */
  private static int lastPage(Catalogue corpus, String documentId) {
    return corpus.chunksOf(documentId).stream().flatMapToInt(PageRetrieval::pages).max().orElse(0);
  }

  private static IntStream pages(Chunk chunk) {
    return IntStream.concat(
        chunk.location().page().stream(),
        chunk.pageStarts().stream().mapToInt(Document.Page::number));
  }

  /** The number of questions that have gold pages. */
  public int questions() {
    return gold.size();
  }

  /**
   * Measures one ranking.
   *
   * @param measures at least one recall
   * @return three rows, see above
   * @throws IllegalArgumentException if there is no measure, or one that is not a recall
   */
  public List<RetrievalScores> scores(CorpusRanking ranking, List<RetrievalMeasure> measures) {
    requireNonNull(ranking, "ranking");
    requireNonNull(measures, "measures");
    if (measures.isEmpty()
        || measures.stream().anyMatch(each -> each.kind() != RetrievalMeasure.Kind.RECALL)) {
      throw new IllegalArgumentException("Pages are measured by recall@K, such as recall@5.");
    }
    int depth = measures.stream().mapToInt(RetrievalMeasure::k).max().orElseThrow();
    List<Found> found = new ArrayList<>();
    gold.forEach(
        (question, pages) ->
            found.add(new Found(pages, ranking.hits(corpus, question.text(), depth))));
    return Stream.of(HitText.values())
        .map(text -> scores(ranking.nameOfHits() + text.suffix(), text, measures, found))
        .toList();
  }

  private RetrievalScores scores(
      String name, HitText text, List<RetrievalMeasure> measures, List<Found> found) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (RetrievalMeasure measure : measures) {
      values.put(measure.name(), mean(found, each -> each.recall(measure.k(), text)));
    }
    int depth = measures.stream().mapToInt(RetrievalMeasure::k).max().orElseThrow();
    values.put("tokens@" + depth, mean(found, each -> text.tokens(each.hits(), corpus)));
    return new RetrievalScores(name, found.size(), values);
  }

  private static double mean(List<Found> found, ToDoubleFunction<Found> value) {
    return found.stream().mapToDouble(value).average().orElse(0);
  }

  /** A sentence can begin on one page, or before the first one, and end on another. */
  private static void addPages(Chunk chunk, Sentence sentence, Set<GoldPage> pages) {
    String document = chunk.location().documentId();
    int last = chunk.pageAt(sentence.offset() + sentence.text().length() - 1).orElse(0);
    int first =
        chunk
            .pageAt(sentence.offset())
            .orElseGet(() -> last == 0 ? 1 : chunk.pageStarts().get(0).number());
    for (int page = first; page <= last; page++) {
      pages.add(new GoldPage(document, page));
    }
  }
}
