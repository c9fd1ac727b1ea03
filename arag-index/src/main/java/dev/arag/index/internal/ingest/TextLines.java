package dev.arag.index.internal.ingest;

/** Lines of text files, which end with LF, CR LF or CR. */
final class TextLines {
  private TextLines() {}

  /** The start of the line after the one at {@code from}. */
  static int next(String text, int from, int to) {
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

  /** The line at {@code from} without its break. */
  static String content(String text, int from, int next) {
    int end = next;
    while (end > from && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(from, end);
  }
}
