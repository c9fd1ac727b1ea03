package dev.arag.tools;

import java.util.function.IntSupplier;

/**
 * The part of a sentence that is shown: all of it, or the characters around its match.
 *
 * @param start in UTF-16 units of the sentence
 * @param end exclusive
 */
record SentenceWindow(int start, int end) {
  static final int LONGEST = 300;
  private static final int NEAREST_SPACE = 20;

  /**
   * @param match where in the sentence what was searched for begins; asked only if it is cut
   */
  static SentenceWindow around(String sentence, IntSupplier match) {
    if (sentence.length() <= LONGEST) {
      return new SentenceWindow(0, sentence.length());
    }
    int latest = sentence.length() - LONGEST;
    int start = Math.max(0, Math.min(match.getAsInt() - LONGEST / 3, latest));
    int end = start + LONGEST;
    return new SentenceWindow(
        start == 0 ? 0 : wordStart(sentence, start),
        end == sentence.length() ? end : wordEnd(sentence, end));
  }

  private static int wordStart(String text, int from) {
    for (int i = from; i < from + NEAREST_SPACE; i++) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i + 1;
      }
    }
    return Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from;
  }

  private static int wordEnd(String text, int from) {
    for (int i = from; i > from - NEAREST_SPACE; i--) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i;
      }
    }
    return Character.isLowSurrogate(text.charAt(from)) ? from - 1 : from;
  }

  String of(String sentence) {
    return OneLine.of(sentence.substring(start, end));
  }

  boolean cutsStart() {
    return start > 0;
  }

  boolean cutsEnd(String sentence) {
    return end < sentence.length();
  }
}
