package dev.arag.tools;

/**
 * One pair of lines around what is quoted from documents. The code is drawn for each observation,
 * so that no document can hold it.
 */
final class Fence {
  static final int CODE_LENGTH = 6;

  private Fence() {}

  static String around(String text, String code) {
    return open(code) + "\n" + text + "\n" + close(code);
  }

  static boolean isIn(String text, String code) {
    return text.contains(open(code)) && text.contains(close(code));
  }

  private static String open(String code) {
    return "<<<" + code;
  }

  private static String close(String code) {
    return ">>>" + code;
  }
}
