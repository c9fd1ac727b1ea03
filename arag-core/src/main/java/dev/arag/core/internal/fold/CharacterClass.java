package dev.arag.core.internal.fold;

import java.util.Locale;

/**
 * What kind of character a code point is, in the pinned Unicode version. Any int from 0 to U+10FFFF
 * may be asked, a surrogate too. Safe for use by several threads.
 */
public final class CharacterClass {
  private static final int LETTER =
      1 << Character.UPPERCASE_LETTER
          | 1 << Character.LOWERCASE_LETTER
          | 1 << Character.TITLECASE_LETTER
          | 1 << Character.MODIFIER_LETTER
          | 1 << Character.OTHER_LETTER;

  private static final int UPPER_CASE =
      1 << Character.UPPERCASE_LETTER | 1 << Character.TITLECASE_LETTER;

  private static final int MARK =
      1 << Character.NON_SPACING_MARK
          | 1 << Character.ENCLOSING_MARK
          | 1 << Character.COMBINING_SPACING_MARK;

  private static final int NUMBER =
      1 << Character.DECIMAL_DIGIT_NUMBER
          | 1 << Character.LETTER_NUMBER
          | 1 << Character.OTHER_NUMBER;

  /** The tables number categories as ICU does: behind Cf, each one less than the JDK's number. */
  private static final int CURRENCY = 1 << (Character.CURRENCY_SYMBOL - 1);

  private static final int MATH = 1 << (Character.MATH_SYMBOL - 1);

  private CharacterClass() {}

  /** The sign of a currency, category Sc. */
  public static boolean isCurrencySign(int codePoint) {
    return isIn(codePoint, CURRENCY);
  }

  /** A sign of mathematics, category Sm. */
  public static boolean isMathSign(int codePoint) {
    return isIn(codePoint, MATH);
  }

  /** A letter, number or mark: general categories L, N and M. */
  public static boolean isWordPart(int codePoint) {
    return isIn(codePoint, LETTER | NUMBER | MARK);
  }

  /**
   * A character of Han, Hiragana, Katakana, Thai, Lao, Khmer or Myanmar writing, which puts no
   * space between words. A character that scripts share counts when one of these uses it and Latin
   * does not, such as the prolonged sound mark U+30FC.
   */
  public static boolean isUnspacedScript(int codePoint) {
    return has(codePoint, FoldTables.UNSPACED);
  }

  /** A character of Latin script; digits and punctuation are of no script. */
  public static boolean isLatin(int codePoint) {
    return has(codePoint, FoldTables.LATIN);
  }

  /**
   * A character that shows nothing and can hide text from people: default-ignorable code points
   * (the tag block, zero-width space, word joiner, byte order mark, bidirectional controls,
   * variation selectors, fillers, the soft hyphen and others) and annotation controls. Not so the
   * zero-width joiner and non-joiner, which writing and emoji need.
   */
  public static boolean isInvisible(int codePoint) {
    return has(codePoint, FoldTables.INVISIBLE);
  }

  /** The property White_Space: no-break spaces and line breaks too. */
  public static boolean isWhiteSpace(int codePoint) {
    return has(codePoint, FoldTables.WHITE_SPACE);
  }

  /** An upper-case or title-case letter, categories Lu and Lt. */
  public static boolean isUpperCase(int codePoint) {
    return isIn(codePoint, UPPER_CASE);
  }

  /** A lower-case letter, category Ll. */
  public static boolean isLowerCase(int codePoint) {
    return isIn(codePoint, 1 << Character.LOWERCASE_LETTER);
  }

  /** A letter of any script, category L. */
  public static boolean isLetter(int codePoint) {
    return isIn(codePoint, LETTER);
  }

  /** A number of any script, category N: digits, Roman numerals, fractions and others. */
  public static boolean isNumber(int codePoint) {
    return isIn(codePoint, NUMBER);
  }

  /** A decimal digit of any script, category Nd. */
  public static boolean isDigit(int codePoint) {
    return isIn(codePoint, 1 << Character.DECIMAL_DIGIT_NUMBER);
  }

  /** A letter of any script or a decimal digit, categories L and Nd. */
  public static boolean isLetterOrDigit(int codePoint) {
    return isLetter(codePoint) || isDigit(codePoint);
  }

  /** A mark that belongs to the character before it, category M. */
  public static boolean isMark(int codePoint) {
    return isIn(codePoint, MARK);
  }

  /**
   * The text in lower case, for no special language. The JDK leaves letters as they are that are
   * newer than its version of Unicode.
   */
  public static String toLowerCase(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    boolean isDone = lower.codePoints().noneMatch(CharacterClass::isUpperCase);
    return isDone
        ? lower
        : lower
            .codePoints()
            .map(c -> isUpperCase(c) ? FoldTables.INSTANCE.fold(c, FoldTables.INSTANCE.word(c)) : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  private static boolean isIn(int codePoint, int categories) {
    int category = FoldTables.INSTANCE.word(codePoint) & FoldTables.CATEGORY_MASK;
    return (categories >>> category & 1) != 0;
  }

  private static boolean has(int codePoint, int property) {
    return (FoldTables.INSTANCE.word(codePoint) & property) != 0;
  }
}
