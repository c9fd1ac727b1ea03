package dev.arag.pdf.internal.layout;

/**
 * A word on a page and its box, in points from the top left corner of the page as displayed.
 *
 * @param text not empty, without white space, in logical order
 * @param top about the top of an upper-case letter
 * @param bottom about the bottom of a letter with a descender
 * @param fontSize the size of the largest letter, in points
 */
public record Word(
    String text,
    float left,
    float top,
    float right,
    float bottom,
    float fontSize,
    boolean bold,
    boolean italic) {
  /** A word that is not italic. */
  public Word(
      String text, float left, float top, float right, float bottom, float fontSize, boolean bold) {
    this(text, left, top, right, bottom, fontSize, bold, false);
  }

  /** Whether a character runs from right to left. */
  public static boolean isRightToLeft(int codePoint) {
    byte direction = Character.getDirectionality(codePoint);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
  }
}
