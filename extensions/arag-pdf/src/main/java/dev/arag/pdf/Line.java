package dev.arag.pdf;

/**
 * A line of text on a page.
 *
 * @param text not empty, without line breaks
 * @param right where it ends, in points from the left edge
 * @param firstWord how wide its first word and a space are, in points
 * @param opensParagraph whether a gap or an indent parts it from the line above
 */
record Line(String text, float right, float firstWord, boolean opensParagraph) {
  /** By identity: two lines may read the same. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
