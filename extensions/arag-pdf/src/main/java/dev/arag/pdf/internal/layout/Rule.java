package dev.arag.pdf.internal.layout;

/**
 * A straight horizontal or vertical line that is drawn on a page, or a filled rectangle that is as
 * thin as a line, in points from the top left corner of the page as displayed.
 */
public record Rule(float left, float top, float right, float bottom) {
  public boolean isHorizontal() {
    return right - left >= bottom - top;
  }
}
