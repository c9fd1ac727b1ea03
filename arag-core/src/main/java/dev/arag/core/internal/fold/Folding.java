package dev.arag.core.internal.fold;

/**
 * Folds text for matching: NFC, simple case folding with İ as i, every run of white space as one
 * space, and typographic variants in ASCII. Folding is idempotent for well-formed UTF-16; a lone
 * surrogate folds to itself.
 *
 * <p>Soft hyphens, all invisible characters ({@link CharacterClass#isInvisible}) and the zero-width
 * joiner and non-joiner are removed, since writers of the same word use them inconsistently. The
 * following become ASCII: the single quotes U+2018 to U+201B with U+02BB, U+02BC and U+2032, the
 * double quotes U+201C to U+201F and U+2033, and the dashes U+2010 to U+2015, U+2043, U+2212,
 * U+2E3A, U+2E3B, U+FE58, U+FE63 and U+FF0D.
 *
 * <p>Time is linear in the length of any text. Safe for use by several threads.
 */
public final class Folding {
  /** The Unicode version of all data in this package, the same on every JDK. */
  public static final String UNICODE_VERSION = "16.0";

  /**
   * Identifies the folding rules. Increment the last number whenever they change, because stored
   * texts were folded by them.
   */
  public static final String RULES = "unicode " + UNICODE_VERSION + ", rules 1";

  private Folding() {}

  /** Folds a text. White space at its ends becomes one space. */
  public static FoldedText fold(String text) {
    int start = unfoldedAt(text);
    if (start == text.length()) {
      return FoldedText.unchanged(text);
    }
    // The preceding character may be the base of a mark or the first of several spaces.
    return new Folder(text).fold(Math.max(0, start - 1));
  }

  /**
   * Folds a text and removes its diacritics: nonspacing marks for accents, points and harakat.
   * Letters such as ø, ł, đ and ı become o, l, d and i; ß, æ, œ and þ become ss, ae, oe and th.
   * Vowel signs, viramas, tone and voicing marks of Indic, Southeast Asian and Japanese scripts are
   * kept, because they distinguish words.
   */
  public static FoldedText foldWithoutDiacritics(String text) {
    return dropDiacritics(fold(text));
  }

  /**
   * Removes the diacritics from a folded text, like {@link #foldWithoutDiacritics} after folding.
   *
   * @return the same instance if it has none
   */
  public static String dropDiacritics(String folded) {
    return dropDiacritics(FoldedText.unchanged(folded)).text();
  }

  private static FoldedText dropDiacritics(FoldedText folded) {
    return DiacriticDropper.isNeeded(folded.text()) ? new DiacriticDropper(folded).drop() : folded;
  }

  /** The folded text without space at its ends, which identifies a keyword. */
  public static String key(String text) {
    String folded = fold(text).text();
    boolean spaceFirst = folded.startsWith(" ");
    boolean spaceLast = folded.length() > 1 && folded.endsWith(" ");
    return folded.substring(spaceFirst ? 1 : 0, folded.length() - (spaceLast ? 1 : 0));
  }

  /** The first offset at which a text may differ from its folded form, or its length. */
  private static int unfoldedAt(String text) {
    char last = 0;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      boolean plain = unit > ' ' ? isFoldedAscii(unit) : isSettled(unit, last);
      if (!plain) {
        return i;
      }
      last = unit;
    }
    return text.length();
  }

  private static boolean isFoldedAscii(char unit) {
    return unit < 0x80 && (unit < 'A' || unit > 'Z');
  }

  /** A single space, or a control character that is not white space. */
  private static boolean isSettled(char unit, char last) {
    return unit == ' ' ? last != ' ' : unit < '\t' || unit > '\r';
  }
}
