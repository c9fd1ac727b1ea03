package dev.arag.core.internal.fold;

import java.util.Locale;

/**
 * Properties of code points in the pinned Unicode version. Every method accepts all code points,
 * including surrogates. Thread-safe.
 *
 * <p>The masks below have one bit per general category. The categories are numbered as in ICU,
 * because {@link FoldTables} uses these numbers. Up to category Cf, the numbers are equal to those
 * of {@link Character}; later categories have a number that is one less.
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

  /** The ICU number is one less than that of {@link Character}; see the comment of this class. */
  private static final int CURRENCY = 1 << (Character.CURRENCY_SYMBOL - 1);

  private static final int MATH = 1 << (Character.MATH_SYMBOL - 1);

  private CharacterClass() {}

  /** Whether a code point is a currency symbol, category Sc. */
  public static boolean isCurrencySign(int codePoint) {
    return isIn(codePoint, CURRENCY);
  }

  /** Whether a code point is a mathematical symbol, category Sm. */
  public static boolean isMathSign(int codePoint) {
    return isIn(codePoint, MATH);
  }

  /** Whether a code point is a letter, number or mark, categories L, N and M. */
  public static boolean isWordPart(int codePoint) {
    return isIn(codePoint, LETTER | NUMBER | MARK);
  }

  /**
   * Whether a code point belongs to a script without spaces between words: Han, Hiragana, Katakana,
   * Thai, Lao, Khmer or Myanmar. A character that several scripts share, such as the prolonged
   * sound mark U+30FC, is included if one of these scripts uses the character and Latin does not.
   */
  public static boolean isUnspacedScript(int codePoint) {
    return has(codePoint, FoldTables.UNSPACED);
  }

  /**
   * Whether a code point belongs to the Latin script. Digits and punctuation do not belong to any
   * script.
   */
  public static boolean isLatin(int codePoint) {
    return has(codePoint, FoldTables.LATIN);
  }

  /**
   * Whether a code point is invisible, so that it could hide text from people. Invisible code
   * points are the annotation controls and the default-ignorable code points (the tag block,
   * zero-width space, word joiner, byte order mark, bidirectional controls, variation selectors,
   * fillers, the soft hyphen and others). The zero-width joiner and non-joiner are not included,
   * because some scripts and emoji need them.
   */
  public static boolean isInvisible(int codePoint) {
    return has(codePoint, FoldTables.INVISIBLE);
  }

  /**
   * Whether a code point has the property White_Space, which includes no-break spaces and line
   * breaks.
   */
  public static boolean isWhiteSpace(int codePoint) {
    return has(codePoint, FoldTables.WHITE_SPACE);
  }

  /**
   * Whether a code point ends a line: line feed, carriage return, vertical tab, form feed, U+0085,
   * U+2028 or U+2029.
   */
  public static boolean isLineBreak(int codePoint) {
    return (codePoint >= '\n' && codePoint <= '\r')
        || codePoint == 0x85
        || codePoint == 0x2028
        || codePoint == 0x2029;
  }

  /** Whether a code point is an upper-case or title-case letter, categories Lu and Lt. */
  public static boolean isUpperCase(int codePoint) {
    return isIn(codePoint, UPPER_CASE);
  }

  /** Whether a code point is a lower-case letter, category Ll. */
  public static boolean isLowerCase(int codePoint) {
    return isIn(codePoint, 1 << Character.LOWERCASE_LETTER);
  }

  /** Whether a code point is a letter of any script, category L. */
  public static boolean isLetter(int codePoint) {
    return isIn(codePoint, LETTER);
  }

  /**
   * Whether a code point is a number of any script, category N. This category includes digits,
   * Roman numerals and fractions.
   */
  public static boolean isNumber(int codePoint) {
    return isIn(codePoint, NUMBER);
  }

  /** Whether a code point is a decimal digit of any script, category Nd. */
  public static boolean isDigit(int codePoint) {
    return isIn(codePoint, 1 << Character.DECIMAL_DIGIT_NUMBER);
  }

  /** Whether a code point is a letter or decimal digit of any script, categories L and Nd. */
  public static boolean isLetterOrDigit(int codePoint) {
    return isLetter(codePoint) || isDigit(codePoint);
  }

  /** Whether a code point is a mark, category M. A mark belongs to the preceding character. */
  public static boolean isMark(int codePoint) {
    return isIn(codePoint, MARK);
  }

  /**
   * Converts a text to lower case, independently of the locale. If the JDK does not know a letter
   * because its Unicode version is too old, the tables of this package are used.
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
