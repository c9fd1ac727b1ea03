package dev.arag.core.token;

import com.knuddels.jtokkit.api.Encoding;
import dev.arag.core.internal.fold.CharacterClass;

/**
 * The o200k vocabulary, loaded when the class is first used. The library counts each piece of a
 * text, most of them once: text repeats its words, and chunks those of their sentences. What no
 * word ever parts is counted in runs of 8,192 UTF-16 units: the library needs hundreds of bytes of
 * memory for each unit of such a run.
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
      if (partsWords(text, i)) {
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
   * Whether the vocabulary never joins what stands before and behind this place: a mark or a space
   * between two letters belongs to the word behind it. An apostrophe may belong to the one before.
   */
  private static boolean partsWords(String text, int at) {
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
