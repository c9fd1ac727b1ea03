package dev.arag.pdf;

import java.util.HashMap;
import java.util.Map;
import org.apache.pdfbox.text.TextPosition;

/**
 * Characters drawn twice in nearly the same place, as some programs do for want of a bold font. A
 * grid finds them in constant time; PDFBox compares each with all of its kind.
 */
final class Overprint {
  private record Cell(String text, int size, long column, long row) {}

  private record Place(float x, float y) {}

  private final Map<Cell, Place> places = new HashMap<>();

  /** Whether this one was there before; if not, it is from now on. */
  boolean isRepeated(TextPosition position) {
    String text = position.getUnicode();
    float tolerance = position.getWidth() / Math.max(1, text.length()) / 3;
    if (text.isBlank() || !(tolerance > 0) || Float.isInfinite(tolerance)) {
      return false;
    }
    Place place = new Place(position.getX(), position.getY());
    int size = Math.getExponent(tolerance) + 1;
    double edge = Math.scalb(1.0, size);
    long column = (long) Math.floor(place.x() / edge);
    long row = (long) Math.floor(place.y() / edge);
    for (int i = 0; i < 9; i++) {
      Place other = places.get(new Cell(text, size, column + i / 3 - 1, row + i % 3 - 1));
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
