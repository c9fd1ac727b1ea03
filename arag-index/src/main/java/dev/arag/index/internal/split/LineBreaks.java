package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/** Finds line breaks: LF, CR LF, CR, vertical tabs, form feeds, and the Unicode line breaks. */
public final class LineBreaks {
  private LineBreaks() {}

  /** Returns the start of the line that follows the line at {@code from}. */
  public static int next(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (CharacterClass.isLineBreak(text.charAt(i))) {
        boolean pair = text.charAt(i) == '\r' && i + 1 < to && text.charAt(i + 1) == '\n';
        return pair ? i + 2 : i + 1;
      }
    }
    return to;
  }
}
