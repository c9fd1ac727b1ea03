package dev.arag.agent.internal.grounding;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import java.util.ArrayList;
import java.util.List;

/**
 * A word or a number in a text. A number includes its separators, such as the comma in 15,140. A
 * word that starts with a letter may contain digits.
 *
 * @param text the term as written
 * @param start the start of the term in the text, in UTF-16 units
 * @param end the end of the term in the text, exclusive
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

  /**
   * Whether the space at an index separates two groups of one number. Exactly three digits must
   * follow the space. At most three digits or another group of this kind must precede it.
   */
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

  /**
   * Whether the character at an index continues a word. A digit continues a word, as in A320,
   * except after a character of a script without spaces.
   */
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

  /** Whether this term starts with a capital letter and is longer than an initial. */
  boolean isCapitalized() {
    return isUpperCase() && text.codePointCount(0, text.length()) > 1;
  }

  /** The form in which words are compared: folded and without accents. */
  String key() {
    return Folding.foldWithoutDiacritics(text).text();
  }
}
