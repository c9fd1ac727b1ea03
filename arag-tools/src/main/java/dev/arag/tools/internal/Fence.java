package dev.arag.tools.internal;

/**
 * One pair of lines around what is quoted from documents. The code is drawn for each observation,
 * so that no document can hold it.
 */
public final class Fence {
  /** Of a code, in characters of base 32. */
  public static final int CODE_LENGTH = 6;

  private Fence() {}

  /** A text between the two lines. */
  public static String around(String text, String code) {
    return open(code) + "\n" + text + "\n" + close(code);
  }

  /** Whether a text holds both lines of this code. */
  public static boolean isIn(String text, String code) {
    return text.contains(open(code)) && text.contains(close(code));
  }

  private static String open(String code) {
    return "<<<" + code;
  }

  private static String close(String code) {
    return ">>>" + code;
  }
}
