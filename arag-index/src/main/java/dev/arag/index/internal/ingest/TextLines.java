package dev.arag.index.internal.ingest;

/** Finds the lines of text files. A line ends with LF, CR LF or CR. */
public final class TextLines {
  private TextLines() {}

  /** Returns the start of the line that follows the line at {@code from}. */
  public static int next(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char unit = text.charAt(i);
      if (unit == '\n') {
        return i + 1;
      }
      if (unit == '\r') {
        return i + 1 < to && text.charAt(i + 1) == '\n' ? i + 2 : i + 1;
      }
    }
    return to;
  }

  /** Returns the line at {@code from} without its line break. */
  static String content(String text, int from, int next) {
    int end = next;
    while (end > from && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(from, end);
  }
}
