package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Span;
import dev.arag.core.internal.fold.CharacterClass;
import java.util.ArrayList;
import java.util.List;

/**
 * A passage of text.
 *
 * @param text the text
 * @param offset the offset of the text in the document, in UTF-16 units
 */
record ShownPassage(String text, int offset) {
  Span span() {
    return new Span(offset, offset + text.length());
  }

  /** Splits the passage into sentences by a simple rule that is sufficient to locate a sentence. */
  List<ShownPassage> sentences() {
    List<ShownPassage> sentences = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (endsAt(i)) {
        addTrimmed(sentences, start, i + 1);
        start = i + 1;
      }
    }
    addTrimmed(sentences, start, text.length());
    return sentences;
  }

  private boolean endsAt(int i) {
    char character = text.charAt(i);
    if (character == '\n' || "。！？".indexOf(character) >= 0) {
      return true;
    }
    return ".!?".indexOf(character) >= 0
        && i + 1 < text.length()
        && Character.isWhitespace(text.charAt(i + 1))
        && !followsShortWord(i);
  }

  /** Whether a dot follows an initial or an abbreviation such as "Dr". */
  private boolean followsShortWord(int i) {
    int start = i;
    while (start > 0 && isLetter(text.charAt(start - 1)) && i - start < 4) {
      start--;
    }
    boolean isShort = i - start > 0 && i - start < 3;
    return isShort && CharacterClass.isUpperCase(text.charAt(start));
  }

  private static boolean isLetter(char character) {
    return CharacterClass.isLetterOrDigit(character) && !CharacterClass.isDigit(character);
  }

  private void addTrimmed(List<ShownPassage> out, int from, int to) {
    String piece = text.substring(from, to);
    if (!piece.isBlank()) {
      int leading = piece.length() - piece.stripLeading().length();
      out.add(new ShownPassage(piece.strip(), offset + from + leading));
    }
  }
}
