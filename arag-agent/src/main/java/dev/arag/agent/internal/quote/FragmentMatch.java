package dev.arag.agent.internal.quote;

import java.util.Arrays;

/**
 * Checks whether a quote consists of pieces of a text. A piece is a run of at least three words.
 * The number of pieces is limited to one for each five words of the quote, but two pieces are
 * always allowed.
 */
public final class FragmentMatch {
  private static final int MIN_WORDS = 3;
  private static final int WORDS_PER_PIECE = 5;
  private static final int MAX_WORDS = 200;

  private FragmentMatch() {}

  public static boolean isMadeOf(WordSequence text, WordSequence quote) {
    int n = quote.size();
    if (n < 2 * MIN_WORDS || n > MAX_WORDS) {
      return false;
    }
    return fewestPieces(longestRuns(quote, text)) <= Math.max(2, n / WORDS_PER_PIECE);
  }

  /**
   * Returns, for each word of the quote, the length of the longest run of words that starts there
   * and also occurs in the text.
   */
  private static int[] longestRuns(WordSequence quote, WordSequence text) {
    int[] longest = new int[quote.size()];
    int[] after = new int[text.size() + 1];
    for (int i = quote.size() - 1; i >= 0; i--) {
      int[] here = new int[text.size() + 1];
      for (int j = 0; j < text.size(); j++) {
        here[j] = quote.get(i).equals(text.get(j)) ? after[j + 1] + 1 : 0;
        longest[i] = Math.max(longest[i], here[j]);
      }
      after = here;
    }
    return longest;
  }

  private static int fewestPieces(int[] longest) {
    int tooMany = longest.length + 1;
    int[] pieces = new int[longest.length + 1];
    Arrays.fill(pieces, 1, pieces.length, tooMany);
    for (int start = 0; start < longest.length; start++) {
      for (int length = MIN_WORDS; length <= longest[start]; length++) {
        pieces[start + length] = Math.min(pieces[start + length], pieces[start] + 1);
      }
    }
    return pieces[longest.length];
  }
}
