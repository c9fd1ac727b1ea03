package dev.arag.pdf.internal.layout;

import java.util.HashMap;
import java.util.Map;
import org.apache.pdfbox.text.TextPosition;

/**
 * Detects characters that are drawn twice at nearly the same position, as some programs do to
 * imitate bold fonts. A grid finds such a character in constant time. PDFBox would compare all
 * pairs of characters, which takes quadratic time.
 */
final class Overprint {
  private record Cell(String text, int size, long column, long row) {}

  private record Position(float x, float y) {}

  private final Map<Cell, Position> places = new HashMap<>();

  /**
   * Returns whether the same character was already drawn at this position; otherwise records it.
   */
  boolean isRepeated(TextPosition position) {
    String text = position.getUnicode();
    float tolerance = position.getWidth() / Math.max(1, text.length()) / 3;
    if (text.isBlank() || !(tolerance > 0) || Float.isInfinite(tolerance)) {
      return false;
    }
    Position place = new Position(position.getX(), position.getY());
    int size = Math.getExponent(tolerance) + 1;
    double edge = Math.scalb(1.0, size);
    long column = (long) Math.floor(place.x() / edge);
    long row = (long) Math.floor(place.y() / edge);
    for (int i = 0; i < 9; i++) {
      Position other = places.get(new Cell(text, size, column + i / 3 - 1, row + i % 3 - 1));
      if (other != null
          && Math.abs(other.x() - place.x()) < tolerance
          && Math.abs(other.y() - place.y()) < tolerance) {
        return true;
      }
    }
    places.put(new Cell(text, size, column, row), place);
    return false;
  }
}
