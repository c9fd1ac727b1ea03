package dev.arag.tools.internal.text;

/**
 * A pair of lines that encloses text quoted from documents. Both lines contain a code that is
 * random for each observation. The author of a document cannot know this code and therefore cannot
 * close the fence.
 */
public final class Fence {
  /** The length of a code, in base-32 characters. */
  public static final int CODE_LENGTH = 6;

  private Fence() {}

  /** Encloses a text in two lines with the given code. */
  public static String wrap(String text, String code) {
    return open(code) + "\n" + text + "\n" + close(code);
  }

  /** Whether a text contains both lines with this code. */
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
