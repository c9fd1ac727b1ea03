package dev.arag.tools.internal.text;

import java.util.function.IntSupplier;

/**
 * The part of a sentence to show: the whole sentence if it is short, otherwise the text around the
 * match.
 *
 * @param start the start of the part in the sentence, in UTF-16 units
 * @param end the end of the part, exclusive
 */
public record SentenceWindow(int start, int end) {
  static final int MAX_LENGTH = 300;
  private static final int MAX_SPACE_DISTANCE = 20;

  /**
   * @param match returns the start of the match; called only if the sentence is too long
   */
  public static SentenceWindow around(String sentence, IntSupplier match) {
    if (sentence.length() <= MAX_LENGTH) {
      return new SentenceWindow(0, sentence.length());
    }
    int latest = sentence.length() - MAX_LENGTH;
    int start = Math.max(0, Math.min(match.getAsInt() - MAX_LENGTH / 3, latest));
    int end = start + MAX_LENGTH;
    return new SentenceWindow(
        start == 0 ? 0 : wordStart(sentence, start),
        end == sentence.length() ? end : wordEnd(sentence, end));
  }

  private static int wordStart(String text, int from) {
    for (int i = from; i < from + MAX_SPACE_DISTANCE; i++) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i + 1;
      }
    }
    return Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from;
  }

  private static int wordEnd(String text, int from) {
    for (int i = from; i > from - MAX_SPACE_DISTANCE; i--) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i;
      }
    }
    return Character.isLowSurrogate(text.charAt(from)) ? from - 1 : from;
  }

  public String extract(String sentence) {
    return SingleLine.of(sentence.substring(start, end));
  }

  public boolean cutsStart() {
    return start > 0;
  }

  public boolean cutsEnd(String sentence) {
    return end < sentence.length();
  }
}
