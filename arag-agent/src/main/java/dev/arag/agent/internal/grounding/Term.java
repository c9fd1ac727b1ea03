package dev.arag.agent.internal.grounding;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import java.util.ArrayList;
import java.util.List;

/**
 * A word or number of a text. A number includes its group separators; a word that starts with a
 * letter includes digits.
 */
record Term(String text, int start, int end) {
  private static final String GROUP_MARKS = ".,'\u2019\u00A0\u202F";

  static List<Term> all(String text) {
    List<Term> terms = new ArrayList<>();
    int i = 0;
    while (i < text.length()) {
      int end = CharacterClass.isDigit(text.codePointAt(i)) ? numberEnd(text, i) : wordEnd(text, i);
      if (end > i) {
        terms.add(new Term(text.substring(i, end), i, end));
      }
      i = Math.max(end, i + Character.charCount(text.codePointAt(i)));
    }
    return terms;
  }

  private static int numberEnd(String text, int start) {
    int end = start;
    while (end < text.length()) {
      int character = text.codePointAt(end);
      if (!CharacterClass.isDigit(character) && !groups(text, start, end)) {
        return end;
      }
      end += Character.charCount(character);
    }
    return end;
  }

  private static boolean groups(String text, int start, int at) {
    if (text.charAt(at) == ' ') {
      return isGroup(text, start, at) && isDigitAt(text, at + 1);
    }
    return GROUP_MARKS.indexOf(text.charAt(at)) >= 0 && isDigitAt(text, at + 1);
  }

  /** Whether three digits follow a space, after at most three digits or another such group. */
  private static boolean isGroup(String text, int start, int at) {
    boolean areThree =
        isDigitAt(text, at + 2) && isDigitAt(text, at + 3) && !isDigitAt(text, at + 4);
    boolean isAfterGroup = at - start <= 3 || (at >= 4 && text.charAt(at - 4) == ' ');
    return areThree && isAfterGroup;
  }

  private static boolean isDigitAt(String text, int at) {
    return at < text.length() && CharacterClass.isDigit(text.codePointAt(at));
  }

  private static int wordEnd(String text, int start) {
    int end = start;
    while (end < text.length() && continuesWord(text, start, end)) {
      end += Character.charCount(text.codePointAt(end));
    }
    return end;
  }

  /** Digits continue a word, as in A320, except in scripts without spaces. */
  private static boolean continuesWord(String text, int start, int at) {
    int character = text.codePointAt(at);
    boolean isNumberAfterWord =
        CharacterClass.isDigit(character)
            && at > start
            && CharacterClass.isUnspacedScript(text.codePointBefore(at));
    return CharacterClass.isWordPart(character) && !isNumberAfterWord;
  }

  boolean isNumber() {
    return CharacterClass.isDigit(text.codePointAt(0));
  }

  boolean hasDigit() {
    return text.codePoints().anyMatch(CharacterClass::isDigit);
  }

  boolean isUpperCase() {
    return CharacterClass.isUpperCase(text.codePointAt(0));
  }

  /** Whether it starts with a capital and is longer than an initial. */
  boolean isCapitalized() {
    return isUpperCase() && text.codePointCount(0, text.length()) > 1;
  }

  /** The form in which words are compared: folded, without accents. */
  String key() {
    return Folding.foldWithoutDiacritics(text).text();
  }
}
