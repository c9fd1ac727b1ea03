package dev.arag.pdf.internal.text;

/**
 * A line of text on a page.
 *
 * @param text not empty, without line breaks
 * @param right the right edge of the line, in points from the left edge of the page
 * @param firstWord the width of the first word plus a space, in points
 * @param opensParagraph whether a gap or an indent separates this line from the line above
 */
record Line(String text, float right, float firstWord, boolean opensParagraph) {
  /** Lines are compared by identity, because two lines may have the same text. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
