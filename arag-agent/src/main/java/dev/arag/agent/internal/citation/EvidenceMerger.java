package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Span;
import dev.arag.agent.internal.citation.ShownChunk.ShownSentence;
import dev.arag.agent.internal.quote.QuoteParts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Merges the mentions in the sentences of an answer with those in its evidence block.
 *
 * <p>A quote of the block belongs to the mention of the same source in the sentences. If several
 * mentions name the source, their claims decide: a quote belongs to the mention whose claim it fits
 * best, and a mention also gets the quote that fits its claim best. A quote that fits a claim less
 * than a sentence that is not quoted is not used for this claim. The mention then has no quote, and
 * {@link CitationChecker} locates its sentence.
 */
final class EvidenceMerger {
  private final List<Mention> inline;
  private final List<Quote> quotes;
  private final List<Mention> block;
  private final Map<ShownChunk, List<ShownSentence>> unquoted = new HashMap<>();

  /**
   * A quote of the block.
   *
   * @param words the words of the quote and of the sentences that it overlaps
   * @param span the place of the quote; empty if the cited text does not contain it
   */
  private record Quote(Mention mention, Set<String> words, Optional<Span> span) {
    static Quote of(Mention mention) {
      Set<String> words = new LinkedHashSet<>(ShownSentence.wordsOf(mention.quote()));
      Optional<Span> span =
          mention.shown().flatMap(chunk -> chunk.findInOrder(QuoteParts.keys(mention.quote())));
      mention.shown().stream()
          .flatMap(chunk -> chunk.sentences().stream())
          .filter(sentence -> overlaps(span, sentence))
          .forEach(sentence -> words.addAll(sentence.words()));
      return new Quote(mention, words, span);
    }

    private static boolean overlaps(Optional<Span> span, ShownSentence sentence) {
      Span other = sentence.passage().span();
      return span.filter(it -> it.start() < other.end() && other.start() < it.end()).isPresent();
    }

    boolean isFrom(ShownChunk chunk) {
      return mention.shown().filter(chunk::equals).isPresent();
    }

    boolean covers(ShownSentence sentence) {
      return overlaps(span, sentence);
    }
  }

  private EvidenceMerger(List<Mention> inline, List<Mention> block) {
    this.inline = inline;
    this.block = block;
    this.quotes = block.stream().filter(Mention::hasQuote).map(Quote::of).toList();
  }

  /**
   * Returns the mentions in the sentences, in order, with the quotes of the block that belong to
   * them. The other mentions of the block follow.
   */
  static List<Mention> merge(List<Mention> inline, List<Mention> block) {
    return new EvidenceMerger(inline, block).merge();
  }

  private List<Mention> merge() {
    Set<Mention> merged = new LinkedHashSet<>();
    Set<Mention> left = new LinkedHashSet<>(block);
    List<List<Mention>> assigned = assign();
    for (int i = 0; i < inline.size(); i++) {
      Mention mention = inline.get(i);
      if (assigned.get(i).isEmpty()) {
        merged.add(mention);
      }
      assigned.get(i).forEach(quote -> merged.add(quote.withPlaceOf(mention)));
      left.removeAll(assigned.get(i));
      left.removeIf(entry -> !entry.hasQuote() && entry.isSameSource(mention));
    }
    left.removeIf(this::isQuotedInSentences);
    merged.addAll(left);
    return List.copyOf(merged);
  }

  private boolean isQuotedInSentences(Mention entry) {
    List<Mention> same = inline.stream().filter(entry::isSameSource).toList();
    return !same.isEmpty() && same.stream().allMatch(Mention::hasQuote);
  }

  /** Returns the quotes of each mention in the sentences. */
  private List<List<Mention>> assign() {
    List<Scores> scores = inline.stream().map(this::scores).toList();
    double[] best = new double[quotes.size()];
    int[] rivals = new int[quotes.size()];
    for (Scores each : scores) {
      each.quotes().forEach((quote, score) -> best[quote] = Math.max(best[quote], score));
      each.quotes().keySet().forEach(quote -> rivals[quote]++);
    }
    return scores.stream()
        .map(each -> each.mention().hasQuote() ? List.<Mention>of() : assigned(each, best, rivals))
        .toList();
  }

  /**
   * How well the quotes for the source of a mention fit its claim.
   *
   * @param quotes the scores by the indexes of the quotes, in order
   * @param unquoted the best score of a sentence that no quote covers
   */
  private record Scores(Mention mention, Map<Integer, Double> quotes, double unquoted) {
    double max() {
      return quotes.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }
  }

  private Scores scores(Mention mention) {
    Map<Integer, Double> scores = new LinkedHashMap<>();
    for (int i = 0; i < quotes.size(); i++) {
      if (mention.isSameSource(quotes.get(i).mention())) {
        scores.put(i, 0.0);
      }
    }
    if (scores.isEmpty() || mention.shown().isEmpty()) {
      return new Scores(mention, scores, 0);
    }
    ShownChunk chunk = mention.shown().get();
    ClaimScorer scorer = new ClaimScorer(mention.claim(), mention.clause(), chunk.sentences());
    scores.replaceAll((quote, score) -> scorer.score(quotes.get(quote).words()));
    double most =
        unquoted.computeIfAbsent(chunk, this::unquotedIn).stream()
            .mapToDouble(sentence -> scorer.score(sentence.words()))
            .max()
            .orElse(0);
    return new Scores(mention, scores, most);
  }

  private List<ShownSentence> unquotedIn(ShownChunk chunk) {
    List<Quote> own = quotes.stream().filter(quote -> quote.isFrom(chunk)).toList();
    return chunk.sentences().stream()
        .filter(sentence -> own.stream().noneMatch(quote -> quote.covers(sentence)))
        .toList();
  }

  private List<Mention> assigned(Scores scores, double[] best, int[] rivals) {
    double max = scores.max();
    boolean isOnly = scores.quotes().keySet().stream().allMatch(quote -> rivals[quote] == 1);
    boolean isUndecided = max == 0 && scores.unquoted() == 0;
    List<Mention> assigned = new ArrayList<>();
    scores
        .quotes()
        .forEach(
            (quote, score) -> {
              boolean fits = score > 0 && score >= scores.unquoted();
              boolean isBest = score >= max || score >= best[quote];
              if (isOnly || isUndecided || (fits && isBest)) {
                assigned.add(quotes.get(quote).mention());
              }
            });
    return assigned;
  }
}
