package dev.arag.agent.internal.quote;

import dev.arag.agent.citation.Citation.Difference;
import dev.arag.agent.citation.Span;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the span of a text that is closest to a quote, compared word by word. The algorithm is
 * Sellers' variant of the edit distance, in which a match may start anywhere in the text. At most
 * one edit for each ten words of the quote is allowed, and only harmless words may be edited. A
 * quote of more than {@value #MAX_WORDS} words has no near match, so that the running time stays
 * linear in the length of the text.
 */
public final class NearMatch {
  private static final int MAX_WORDS = 200;
  private static final int WORDS_PER_EDIT = 10;

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

  private NearMatch(WordSequence quote, WordSequence text) {
    this.quote = quote;
    this.text = text;
    this.limit = quote.size() / WORDS_PER_EDIT;
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

  /**
   * Returns the span that is closest to the quote; empty if too many words or critical words
   * differ.
   */
  public static Optional<Match> find(WordSequence quote, WordSequence text) {
    if (quote.size() == 0 || quote.size() > MAX_WORDS) {
      return Optional.empty();
    }
    NearMatch match = new NearMatch(quote, text);
    return match.nearest().flatMap(match::ifHarmless);
  }

  private Optional<Match> ifHarmless(Span found) {
    Span span = text.sourceOf(found.start(), found.end());
    return harmlessDifferences(found).map(differences -> new Match(span, differences));
  }

  private Optional<Span> nearest() {
    int n = quote.size();
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
   * backward. Returns empty if one of these words is not harmless.
   */
  private Optional<List<Difference>> harmlessDifferences(Span found) {
    int[][] table = table(found);
    Deque<Difference> differences = new ArrayDeque<>();
    int i = quote.size();
    int j = found.end() - found.start();
    while (i > 0 || j > 0) {
      boolean isSame = i > 0 && j > 0 && isSame(i, j, found);
      boolean takesBoth = i > 0 && j > 0 && table[i][j] == table[i - 1][j - 1] + (isSame ? 0 : 1);
      boolean takesQuote = takesBoth || (i > 0 && table[i][j] == table[i - 1][j] + 1);
      boolean takesText = takesBoth || !takesQuote;
      if (!(takesBoth && isSame)) {
        int quoted = takesQuote ? i - 1 : -1;
        int shown = takesText ? found.start() + j - 1 : -1;
        if (!isHarmless(quoted, shown)) {
          return Optional.empty();
        }
        differences.addFirst(difference(quoted, shown));
      }
      i -= takesQuote ? 1 : 0;
      j -= takesText ? 1 : 0;
    }
    return Optional.of(List.copyOf(differences));
  }

  /**
   * Whether a word of the quote may replace a word of the text. An index of -1 means that the word
   * was added or omitted.
   */
  private boolean isHarmless(int quoted, int shown) {
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

  private Difference difference(int quoted, int shown) {
    return new Difference(
        quoted < 0 ? "" : quote.written(quoted), shown < 0 ? "" : text.written(shown));
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
