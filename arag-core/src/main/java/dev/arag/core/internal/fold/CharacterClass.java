package dev.arag.core.internal.fold;

import java.util.Locale;

/**
 * Properties of code points in the pinned Unicode version. Every method accepts any int from 0 to
 * U+10FFFF, including surrogates. Safe for use by several threads.
 *
 * <p>The masks below have one bit per general category, in the numbering of ICU that {@link
 * FoldTables} uses. Up to Cf it equals the numbering of {@link Character}; the later categories are
 * one less.
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

  /** One less than the JDK's number; see the comment of this class. */
  private static final int CURRENCY = 1 << (Character.CURRENCY_SYMBOL - 1);

  private static final int MATH = 1 << (Character.MATH_SYMBOL - 1);

  private CharacterClass() {}

  /** A currency symbol, category Sc. */
  public static boolean isCurrencySign(int codePoint) {
    return isIn(codePoint, CURRENCY);
  }

  /** A mathematical symbol, category Sm. */
  public static boolean isMathSign(int codePoint) {
    return isIn(codePoint, MATH);
  }

  /** A letter, number or mark: general categories L, N and M. */
  public static boolean isWordPart(int codePoint) {
    return isIn(codePoint, LETTER | NUMBER | MARK);
  }

  /**
   * A character of a script without spaces between words: Han, Hiragana, Katakana, Thai, Lao, Khmer
   * or Myanmar. A character of several scripts counts if one of these uses it and Latin does not,
   * such as the prolonged sound mark U+30FC.
   */
  public static boolean isUnspacedScript(int codePoint) {
    return has(codePoint, FoldTables.UNSPACED);
  }

  /** A character of the Latin script; digits and punctuation belong to no script. */
  public static boolean isLatin(int codePoint) {
    return has(codePoint, FoldTables.LATIN);
  }

  /**
   * An invisible character, which can hide text from people: a default-ignorable code point (the
   * tag block, zero-width space, word joiner, byte order mark, bidirectional controls, variation
   * selectors, fillers, the soft hyphen and others) or an annotation control. The zero-width joiner
   * and non-joiner are excluded because scripts and emoji need them.
   */
  public static boolean isInvisible(int codePoint) {
    return has(codePoint, FoldTables.INVISIBLE);
  }

  /** The property White_Space, which includes no-break spaces and line breaks. */
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
   * The text in lower case, independent of a locale. Letters newer than the Unicode version of the
   * JDK are mapped by our own tables.
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
