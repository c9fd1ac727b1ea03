package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/**
 * Tracks a list inside a line, such as {@code 1. First 2. Second}, {@code a) One b) Two} or {@code
 * • One • Two}. A list begins if a sentence begins with a marker. Each further marker must have the
 * next number or letter, or the same bullet.
 */
final class InlineList {
  private static final char NONE = 0;

  private final String text;
  private final int to;
  private char bullet = NONE;
  private String style = "";
  private int expected = -1;
  private boolean letters;

  InlineList(String text, int to) {
    this.text = text;
    this.to = to;
  }

  boolean isOpen() {
    return expected >= 0 || bullet != NONE;
  }

  /** Reads the marker at the start of a sentence. Returns the offset after the marker. */
  int open(int start) {
    int at = start;
    if (at < to && isBullet(text.charAt(at))) {
      bullet = text.charAt(at);
      at = skipSpaces(at + 1);
    }
    int end = markerEnd(at);
    if (end < 0) {
      return at;
    }
    letters = !CharacterClass.isDigit(text.charAt(at));
    style = text.substring(numberEnd(at), end);
    expected = value(at, numberEnd(at)) + 1;
    return end;
  }

  /** Returns whether the first marker of a list with lower-case letters begins here. */
  boolean isFirst(int at) {
    return text.charAt(at) == 'a' && numberEnd(at) == at + 1 && markerEnd(at) >= 0;
  }

  /**
   * Returns the start of the list item whose marker includes the character at {@code at}, or -1 if
   * that character is not part of the expected marker.
   */
  int itemAt(int at, int from) {
    if (isBullet(text.charAt(at))) {
      return text.charAt(at) == bullet && isSpace(at - 1, from) ? at : -1;
    }
    if (expected < 0) {
      return -1;
    }
    int start = at;
    while (start > from && at - start < 4 && CharacterClass.isWordPart(text.charAt(start - 1))) {
      start--;
    }
    boolean counts = start < at && isSpaceOrBullet(start - 1, from) && markerEnd(start) >= 0;
    if (!counts || value(start, at) != expected || !text.startsWith(style, at)) {
      return -1;
    }
    return bulletBefore(start, from);
  }

  private int bulletBefore(int start, int from) {
    int at = start;
    while (at > from && CharacterClass.isWhiteSpace(text.charAt(at - 1))) {
      at--;
    }
    boolean marked = at > from && bullet != NONE && text.charAt(at - 1) == bullet;
    return marked ? at - 1 : start;
  }

  /**
   * Returns the end of a marker such as {@code 1.}, {@code 1)}, {@code 1.)} or {@code a.} that is
   * followed by white space, or -1 if there is no marker here.
   */
  private int markerEnd(int at) {
    int number = numberEnd(at);
    int end = number;
    if (end < to && text.charAt(end) == '.') {
      end++;
    }
    if (end < to && text.charAt(end) == ')') {
      end++;
    }
    boolean closed = number > at && end > number && end < to;
    return closed && CharacterClass.isWhiteSpace(text.charAt(end)) ? end : -1;
  }

  private int numberEnd(int at) {
    int end = at;
    while (end < to && end - at < 3 && CharacterClass.isDigit(text.charAt(end))) {
      end++;
    }
    boolean letter = end == at && at < to && text.charAt(at) >= 'a' && text.charAt(at) <= 'z';
    return letter ? at + 1 : end;
  }

  private int value(int start, int end) {
    char first = text.charAt(start);
    if (first >= 'a' && first <= 'z') {
      return letters || expected < 0 ? first : -1;
    }
    int value = 0;
    for (int i = start; i < end; i++) {
      value = value * 10 + (text.charAt(i) & 0xF);
    }
    return value;
  }

  private int skipSpaces(int at) {
    int i = at;
    while (i < to && CharacterClass.isWhiteSpace(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private boolean isSpace(int at, int from) {
    return at >= from && CharacterClass.isWhiteSpace(text.charAt(at));
  }

  private boolean isSpaceOrBullet(int at, int from) {
    return isSpace(at, from) || (at >= from && isBullet(text.charAt(at)));
  }

  private static boolean isBullet(char unit) {
    return unit == '•' || unit == '⁃' || unit == '‣' || unit == '▪' || unit == '●';
  }
}
