package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/** Tests that help to decide whether the dot after a word belongs to the word. */
public final class WordShapes {
  private static final String ROMAN = "IVXLCDM";
  private static final String VOWELS =
      "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿāăąēėęěīįıōőœūůűųơưαεηιουω" + "аеёиоуыэюяіїєұүөәў";

  private WordShapes() {}

  /** Returns whether a word is single letters with dots between them, such as {@code J.R.R}. */
  static boolean isInitials(String word) {
    for (int i = 0; i < word.length(); i++) {
      boolean dot = word.charAt(i) == '.';
      if (dot != (i % 2 == 1)) {
        return false;
      }
    }
    return word.length() % 2 == 1 && !CharacterClass.isDigit(word.charAt(0));
  }

  /** Returns whether a word consists of digits. */
  static boolean isNumber(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (!CharacterClass.isDigit(word.charAt(i))) {
        return false;
      }
    }
    return !word.isEmpty();
  }

  /** Returns whether a word is a number or Roman numeral that can be an ordinal. */
  static boolean isOrdinal(String word) {
    return (word.length() <= 2 && isNumber(word)) || isRoman(word);
  }

  static boolean isRoman(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (ROMAN.indexOf(word.charAt(i)) < 0) {
        return false;
      }
    }
    return !word.isEmpty() && word.length() <= 6;
  }

  /** Returns whether a word is a time of day such as {@code p.m} or {@code A.M}. */
  static boolean isTimeOfDay(String word) {
    return word.length() == 3 && (word.endsWith(".m") || word.endsWith(".M"));
  }

  /**
   * Returns whether a word is a short abbreviation without a vowel, such as {@code Mrs} or {@code
   * стр}. The second letter must be in lower case, so {@code NBC} is not such an abbreviation.
   */
  public static boolean isVowellessAbbreviation(String word) {
    if (word.length() < 2 || word.length() > 5) {
      return false;
    }
    String lower = CharacterClass.toLowerCase(word);
    for (int i = 0; i < lower.length(); i++) {
      if (VOWELS.indexOf(lower.charAt(i)) >= 0 || !CharacterClass.isLowerCase(lower.charAt(i))) {
        return false;
      }
    }
    return CharacterClass.isLowerCase(word.charAt(1));
  }

  /** Returns whether a word is short and begins with a capital letter, such as {@code Gov}. */
  static boolean isShortName(String word) {
    return word.length() <= 4 && CharacterClass.isUpperCase(word.codePointAt(0));
  }

  /**
   * Returns whether a word begins in lower case, so that it continues a sentence. Names such as
   * {@code iPhone} and {@code eBay} do not count.
   */
  static boolean startsInLowerCase(String word) {
    if (word.isEmpty() || !CharacterClass.isLowerCase(word.codePointAt(0))) {
      return false;
    }
    return word.length() < 2 || !CharacterClass.isUpperCase(word.codePointAt(1));
  }
}
