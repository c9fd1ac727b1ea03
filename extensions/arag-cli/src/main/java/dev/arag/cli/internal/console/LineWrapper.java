package dev.arag.cli.internal.console;

import java.util.ArrayList;
import java.util.List;

/**
 * Wraps a line at its spaces. Words that are too long are not broken, so that users can copy ids
 * and paths.
 */
public final class LineWrapper {
  private final int firstWidth;
  private final int width;
  private final List<String> lines = new ArrayList<>();
  private final StringBuilder line = new StringBuilder();

  LineWrapper(int firstWidth, int width) {
    this.firstWidth = firstWidth;
    this.width = width;
  }

  List<String> wrap(String text) {
    for (String word : text.split(" ", -1)) {
      add(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private void add(String word) {
    if (line.length() > 0 && columns(line) + 1 + columns(word) > currentWidth()) {
      lines.add(line.toString());
      line.setLength(0);
    } else if (line.length() > 0) {
      line.append(' ');
    }
    line.append(word);
  }

  private int currentWidth() {
    return lines.isEmpty() ? firstWidth : width;
  }

  /** The number of terminal columns; wide characters, such as ideographs, occupy two columns. */
  public static int columns(CharSequence text) {
    return text.codePoints().map(character -> isWide(character) ? 2 : 1).sum();
  }

  private static boolean isWide(int character) {
    return Character.isIdeographic(character)
        || (character >= 0x3040 && character <= 0x30FF)
        || (character >= 0xAC00 && character <= 0xD7A3)
        || (character >= 0xFF00 && character <= 0xFF60);
  }
}
