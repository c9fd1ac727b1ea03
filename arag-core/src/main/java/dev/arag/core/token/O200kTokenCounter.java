package dev.arag.core.token;

import com.knuddels.jtokkit.api.Encoding;
import dev.arag.core.internal.fold.CharacterClass;

/**
 * Counts tokens of the o200k vocabulary, which is loaded on first use. Counts of pieces are cached,
 * because words repeat and chunks repeat the words of their sentences. Text without word boundaries
 * is counted in runs of 8,192 UTF-16 units: JTokkit needs hundreds of bytes of memory per unit of
 * such a run.
 */
final class O200kTokenCounter implements TokenCounter {
  static final TokenCounter INSTANCE = new O200kTokenCounter();

  private static final int LONGEST_RUN = 8_192;

  private final Encoding encoding = O200kVocabulary.load();
  private final PieceCounts counts = new PieceCounts(encoding::countTokensOrdinary);

  private O200kTokenCounter() {}

  @Override
  public int count(String text) {
    return text.length() <= LONGEST_RUN ? count(text, 0, text.length()) : countInRuns(text);
  }

  private int countInRuns(String text) {
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

  private int count(String text, int from, int to) {
    O200kPreTokenizer pieces = new O200kPreTokenizer(text, to);
    int total = 0;
    for (int start = from; start < to; ) {
      int end = pieces.end(start);
      total += counts.count(text, start, end);
      start = end;
    }
    return total;
  }

  /**
   * Whether the vocabulary never joins the text before and after this offset: a mark or a space
   * between two letters belongs to the following word. An apostrophe may belong to the preceding
   * one.
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
