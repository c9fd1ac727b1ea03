package dev.arag.agent.internal.quote;

import dev.arag.agent.citation.Citation.Difference;
import dev.arag.agent.citation.Span;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the span of a text that is closest to a quote, compared word by word. The algorithm is
 * Sellers' variant of the edit distance, in which a match may start anywhere in the text. A quote
 * of more than {@value #MAX_WORDS} words has no near match, so that the running time stays linear
 * in the length of the text.
 */
public final class NearMatch {
  private static final int MAX_WORDS = 200;
  private static final int WORDS_PER_EDIT = 10;

  /** A shorter quote may differ in one word from any text with a few common words. */
  private static final int MIN_WORDS_OF_SIMILAR = 4;

  private static final int WORDS_PER_EDIT_OF_SIMILAR = 5;

  /** Prefixes that turn a word into its opposite. */
  private static final Set<String> OPPOSITE =
      Set.of("un", "in", "im", "il", "ir", "non", "dis", "mis", "anti");

  private final WordSequence quote;
  private final WordSequence text;
  private final int limit;

  /**
   * For each prefix of the quote: the minimum number of edits that turn a span of the text that
   * ends at the current word into this prefix.
   */
  private int[] edits;

  /** For each prefix of the quote: the start of the span that needs the minimum number of edits. */
  private int[] starts;

  private NearMatch(WordSequence quote, WordSequence text, int limit) {
    this.quote = quote;
    this.text = text;
    this.limit = limit;
    this.edits = new int[quote.size() + 1];
    this.starts = new int[quote.size() + 1];
  }

  /**
   * The span of the text that is closest to the quote.
   *
   * @param span the position of the span in the source of the text
   * @param differences the words that differ, in the order of the quote
   */
  public record Match(Span span, List<Difference> differences) {
    public Match shift(int by) {
      return new Match(span.shift(by), differences);
    }
  }

  /** A word that differs; its index in the quote and in the text, -1 if there is none. */
  private record Edit(int quoted, int shown) {}

  /**
   * Returns the span that is closest to the quote; empty if critical words differ, or more than one
   * of ten words.
   */
  public static Optional<Match> find(WordSequence quote, WordSequence text) {
    NearMatch near = new NearMatch(quote, text, quote.size() / WORDS_PER_EDIT);
    return near.nearest().flatMap(found -> near.match(found, near::isHarmless));
  }

  /**
   * Returns the span that is closest to the quote, whatever words differ; empty if the quote has
   * less than four words, or more than one of five words differ, but one word may always differ.
   */
  public static Optional<Match> findSimilar(WordSequence quote, WordSequence text) {
    int limit =
        quote.size() < MIN_WORDS_OF_SIMILAR
            ? -1
            : Math.max(1, quote.size() / WORDS_PER_EDIT_OF_SIMILAR);
    return new NearMatch(quote, text, limit).similar();
  }

  private Optional<Match> similar() {
    return nearest().flatMap(found -> match(withReplacedEnds(found), edit -> true));
  }

  /**
   * Returns a span in which the last word of the quote replaces the next word of the sentence, if
   * it would be an additional word otherwise, and the same for the first word. This costs no more.
   */
  private Span withReplacedEnds(Span found) {
    List<Edit> edited = edits(found);
    boolean addsFirst = edited.contains(new Edit(0, -1));
    boolean addsLast = edited.contains(new Edit(quote.size() - 1, -1));
    int start = addsFirst && text.continues(found.start()) ? found.start() - 1 : found.start();
    int end = addsLast && text.continues(found.end()) ? found.end() + 1 : found.end();
    return new Span(start, end);
  }

  private Optional<Match> match(Span found, Predicate<Edit> isAllowed) {
    List<Edit> edited = edits(found);
    return edited.stream().allMatch(isAllowed)
        ? Optional.of(
            new Match(
                text.sourceOf(found.start(), found.end()),
                edited.stream().map(this::difference).toList()))
        : Optional.empty();
  }

  private Optional<Span> nearest() {
    int n = quote.size();
    if (n == 0 || n > MAX_WORDS) {
      return Optional.empty();
    }
    for (int i = 0; i <= n; i++) {
      edits[i] = i;
    }
    @Nullable Span best = null;
    int fewest = limit + 1;
    for (int j = 1; j <= text.size(); j++) {
      step(j);
      if (edits[n] < fewest) {
        fewest = edits[n];
        best = new Span(starts[n], j);
      }
    }
    return Optional.ofNullable(best).filter(span -> span.start() < span.end());
  }

  /**
   * Computes the edits for spans that end with word {@code j} of the text, where 1 is the first
   * word.
   */
  private void step(int j) {
    int[] next = new int[edits.length];
    int[] nextStarts = new int[edits.length];
    nextStarts[0] = j;
    for (int i = 1; i < edits.length; i++) {
      int kept = edits[i - 1] + (quote.get(i - 1).equals(text.get(j - 1)) ? 0 : 1);
      int added = next[i - 1] + 1;
      int leftOut = edits[i] + 1;
      next[i] = Math.min(kept, Math.min(added, leftOut));
      if (next[i] == kept) {
        nextStarts[i] = starts[i - 1];
      } else {
        nextStarts[i] = next[i] == leftOut ? starts[i] : nextStarts[i - 1];
      }
    }
    edits = next;
    starts = nextStarts;
  }

  /**
   * Returns the words that differ between the quote and the span, by tracing their alignment
   * backward.
   */
  private List<Edit> edits(Span found) {
    int[][] table = table(found);
    Deque<Edit> edited = new ArrayDeque<>();
    int i = quote.size();
    int j = found.end() - found.start();
    while (i > 0 || j > 0) {
      boolean isSame = i > 0 && j > 0 && isSame(i, j, found);
      boolean takesBoth = i > 0 && j > 0 && table[i][j] == table[i - 1][j - 1] + (isSame ? 0 : 1);
      boolean takesQuote = takesBoth || (i > 0 && table[i][j] == table[i - 1][j] + 1);
      boolean takesText = takesBoth || !takesQuote;
      if (!(takesBoth && isSame)) {
        edited.addFirst(new Edit(takesQuote ? i - 1 : -1, takesText ? found.start() + j - 1 : -1));
      }
      i -= takesQuote ? 1 : 0;
      j -= takesText ? 1 : 0;
    }
    return List.copyOf(edited);
  }

  /** Whether a word of the quote may replace a word of the text. */
  private boolean isHarmless(Edit edit) {
    int quoted = edit.quoted();
    int shown = edit.shown();
    boolean eachIs =
        (quoted < 0 || quote.isHarmless(quoted)) && (shown < 0 || text.isHarmless(shown));
    boolean areOpposites =
        quoted >= 0 && shown >= 0 && areOpposites(quote.get(quoted), text.get(shown));
    return eachIs && !areOpposites;
  }

  private static boolean areOpposites(String one, String other) {
    return isOpposite(one, other)
        || isOpposite(other, one)
        || one.endsWith("less") != other.endsWith("less");
  }

  private static boolean isOpposite(String longer, String word) {
    return longer.endsWith(word)
        && OPPOSITE.contains(longer.substring(0, longer.length() - word.length()));
  }

  private Difference difference(Edit edit) {
    return new Difference(
        edit.quoted() < 0 ? "" : quote.written(edit.quoted()),
        edit.shown() < 0 ? "" : text.written(edit.shown()));
  }

  private boolean isSame(int i, int j, Span found) {
    return quote.get(i - 1).equals(text.get(found.start() + j - 1));
  }

  private int[][] table(Span found) {
    int m = found.end() - found.start();
    int[][] table = new int[quote.size() + 1][m + 1];
    for (int i = 0; i <= quote.size(); i++) {
      for (int j = 0; j <= m; j++) {
        table[i][j] = i == 0 || j == 0 ? i + j : fewest(table, i, j, isSame(i, j, found));
      }
    }
    return table;
  }

  private static int fewest(int[][] table, int i, int j, boolean isSame) {
    int kept = table[i - 1][j - 1] + (isSame ? 0 : 1);
    return Math.min(kept, Math.min(table[i - 1][j], table[i][j - 1]) + 1);
  }
}
