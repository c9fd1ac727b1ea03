package dev.arag.core.internal.fold;

/**
 * Folds text for matching. Folding normalizes the text to NFC, applies simple case folding, and
 * replaces İ with i. Every run of white space becomes one space, and typographic quotes and dashes
 * become ASCII. Folding well-formed UTF-16 twice has the same result as folding it once. A lone
 * surrogate is not changed.
 *
 * <p>Soft hyphens, all other invisible characters ({@link CharacterClass#isInvisible}) and the
 * zero-width joiner and non-joiner are removed, because authors use them inconsistently in the same
 * word. The following characters become ASCII: the single quotes U+2018 to U+201B with U+02BB,
 * U+02BC and U+2032, the double quotes U+201C to U+201F and U+2033, and the dashes U+2010 to
 * U+2015, U+2043, U+2212, U+2E3A, U+2E3B, U+FE58, U+FE63 and U+FF0D.
 *
 * <p>Folding takes time linear in the length of the text. Thread-safe.
 */
public final class Folding {
  /** The Unicode version of all data in this package, the same on every JDK. */
  public static final String UNICODE_VERSION = "16.0";

  /**
   * Identifies the folding rules. Indexes store folded texts, so the last number must be
   * incremented whenever the rules change.
   */
  public static final String RULES = "unicode " + UNICODE_VERSION + ", rules 1";

  private Folding() {}

  /** Folds a text. White space at the start or end of the text becomes one space, as elsewhere. */
  public static FoldedText fold(String text) {
    int start = unfoldedAt(text);
    if (start == text.length()) {
      return FoldedText.unchanged(text);
    }
    // Start one character earlier, because this character may be the base of a mark or the first of
    // several spaces.
    return new TextFolder(text).fold(Math.max(0, start - 1));
  }

  /**
   * Folds a text and removes its diacritics, that is, nonspacing marks for accents, Hebrew points
   * and Arabic harakat. Letters such as ø, ł, đ and ı become o, l, d and i; ß, æ, œ and þ become
   * ss, ae, oe and th. Vowel signs, viramas, tone and voicing marks of Indic, Southeast Asian and
   * Japanese scripts are kept, because they distinguish words.
   */
  public static FoldedText foldWithoutDiacritics(String text) {
    return dropDiacritics(fold(text));
  }

  /**
   * Removes the diacritics from a text that is already folded, with the rules of {@link
   * #foldWithoutDiacritics}.
   *
   * @return the text without diacritics; the same instance if it has none
   */
  public static String dropDiacritics(String folded) {
    return dropDiacritics(FoldedText.unchanged(folded)).text();
  }

  /** Like {@link #dropDiacritics(String)}, with the mapping of offsets to the source text. */
  public static FoldedText dropDiacritics(FoldedText folded) {
    return DiacriticDropper.isNeeded(folded.text()) ? new DiacriticDropper(folded).drop() : folded;
  }

  /**
   * Folds a text and removes a space at the start and the end. Two keywords are the same if their
   * keys are equal.
   */
  public static String key(String text) {
    String folded = fold(text).text();
    boolean spaceFirst = folded.startsWith(" ");
    boolean spaceLast = folded.length() > 1 && folded.endsWith(" ");
    return folded.substring(spaceFirst ? 1 : 0, folded.length() - (spaceLast ? 1 : 0));
  }

  /**
   * Returns the first offset at which folding may change a text, or the length of the text if it is
   * already folded.
   */
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

  /**
   * Whether a unit up to U+0020 is a single space or a control character that is not white space.
   */
  private static boolean isSettled(char unit, char last) {
    return unit == ' ' ? last != ' ' : unit < '\t' || unit > '\r';
  }
}
