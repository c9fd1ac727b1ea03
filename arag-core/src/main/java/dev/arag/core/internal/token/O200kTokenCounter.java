package dev.arag.core.internal.token;

import static java.util.Objects.requireNonNull;

import com.knuddels.jtokkit.api.Encoding;
import dev.arag.core.internal.fold.CharacterClass;

/**
 * Counts tokens of the o200k vocabulary, which is loaded when the first text is counted. The counts
 * of pieces are cached, because most words occur many times. Text without word boundaries is
 * counted in runs of 8,192 UTF-16 units, because JTokkit allocates hundreds of bytes for each unit
 * of such a run.
 */
public final class O200kTokenCounter {
  private static final int LONGEST_RUN = 8_192;

  private O200kTokenCounter() {}

  /** Loads the vocabulary on first use: it takes 0.3 s of CPU time and 30 MB of heap. */
  private static final class Vocabulary {
    private static final Encoding ENCODING = O200kVocabulary.load();
    static final PieceCounts COUNTS = new PieceCounts(ENCODING::countTokensOrdinary);
  }

  /** Returns the number of tokens of a text. */
  public static int count(String text) {
    requireNonNull(text, "text");
    return text.length() <= LONGEST_RUN ? count(text, 0, text.length()) : countInRuns(text);
  }

  private static int countInRuns(String text) {
    int total = 0;
    int start = 0;
    int run = 0;
    for (int i = 1; i < text.length() - 1; i++) {
      if (separatesWords(text, i)) {
        run = i;
      } else if (i - run >= LONGEST_RUN && !Character.isLowSurrogate(text.charAt(i))) {
        total += count(text, start, i);
        start = i;
        run = i;
      }
    }
    return total + count(text, start, text.length());
  }

  private static int count(String text, int from, int to) {
    O200kPreTokenizer pieces = new O200kPreTokenizer(text, to);
    int total = 0;
    for (int start = from; start < to; ) {
      int end = pieces.end(start);
      total += Vocabulary.COUNTS.count(text, start, end);
      start = end;
    }
    return total;
  }

  /**
   * Whether a word always ends at this offset. This is true for a symbol or space between two
   * letters, because the character belongs to the following word. An apostrophe is an exception,
   * because it may belong to the preceding word.
   */
  private static boolean separatesWords(String text, int at) {
    char unit = text.charAt(at);
    return unit != '\''
        && unit != '\u2019'
        && unit != '\r'
        && unit != '\n'
        && !Character.isSurrogate(unit)
        && !CharacterClass.isWordPart(unit)
        && CharacterClass.isLetter(text.charAt(at - 1))
        && CharacterClass.isLetter(text.charAt(at + 1));
  }
}
