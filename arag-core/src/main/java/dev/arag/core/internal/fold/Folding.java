package dev.arag.core.internal.fold;

import java.text.Normalizer;

/** Interim folding by the JDK's tables; the pinned tables replace it. */
public final class Folding {
  public static final String UNICODE_VERSION = "jdk";

  private Folding() {}

  public static FoldedText fold(String text) {
    return fold(text, Normalizer.Form.NFC);
  }

  public static FoldedText foldWithoutDiacritics(String text) {
    return fold(text, Normalizer.Form.NFD);
  }

  public static String key(String text) {
    return fold(text).text().strip();
  }

  private static FoldedText fold(String text, Normalizer.Form form) {
    StringBuilder out = new StringBuilder();
    int[] starts = new int[text.length() * 4 + 1];
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      String one = Normalizer.normalize(Character.toString(character), form);
      for (int each : one.codePoints().toArray()) {
        append(out, starts, i, each);
      }
      i += Character.charCount(character);
    }
    return new FoldedText(out.toString(), starts, text.length());
  }

  private static void append(StringBuilder out, int[] starts, int at, int character) {
    if (CharacterClass.isInvisible(character)
        || Character.getType(character) == Character.NON_SPACING_MARK) {
      return;
    }
    boolean space = CharacterClass.isWhiteSpace(character);
    if (space && !out.isEmpty() && out.charAt(out.length() - 1) == ' ') {
      return;
    }
    int folded = space ? ' ' : Character.toLowerCase(Character.toUpperCase(character));
    starts[out.length()] = at;
    out.appendCodePoint(folded);
    if (Character.charCount(folded) == 2) {
      starts[out.length() - 1] = at;
    }
  }
}
