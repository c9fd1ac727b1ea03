package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/** Tests of the shape of a word, which decide whether the dot after it belongs to the word. */
public final class WordShapes {
  private static final String ROMAN = "IVXLCDM";
  private static final String VOWELS =
      "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿāăąēėęěīįıōőœūůűųơưαεηιουω" + "аеёиоуыэюяіїєұүөәў";

  private WordShapes() {}

  /** {@code E}, {@code J.R.R}, {@code U.S}, {@code e.g}: single letters between dots. */
  static boolean isInitials(String word) {
    for (int i = 0; i < word.length(); i++) {
      boolean dot = word.charAt(i) == '.';
      if (dot != (i % 2 == 1)) {
        return false;
      }
    }
    return word.length() % 2 == 1 && !CharacterClass.isDigit(word.charAt(0));
  }

  /** Digits only, at least one. */
  static boolean isNumber(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (!CharacterClass.isDigit(word.charAt(i))) {
        return false;
      }
    }
    return !word.isEmpty();
  }

  /** A number or Roman numeral that may be an ordinal: {@code 12}, {@code XII}. */
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

  /** {@code p.m}, {@code A.M}. */
  static boolean isTimeOfDay(String word) {
    return word.length() == 3 && (word.endsWith(".m") || word.endsWith(".M"));
  }

  /** A short word without a vowel, such as {@code Mrs} or {@code стр}; not {@code NBC}. */
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

  /** A short word that begins with a capital letter: {@code Gov}, {@code Bob}. */
  static boolean isShortName(String word) {
    return word.length() <= 4 && CharacterClass.isUpperCase(word.codePointAt(0));
  }

  /** Lower case continues a sentence, except for names such as {@code iPhone}, {@code eBay}. */
  static boolean startsInLowerCase(String word) {
    if (word.isEmpty() || !CharacterClass.isLowerCase(word.codePointAt(0))) {
      return false;
    }
    return word.length() < 2 || !CharacterClass.isUpperCase(word.codePointAt(1));
  }
}
