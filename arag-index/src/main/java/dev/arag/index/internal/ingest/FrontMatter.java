package dev.arag.index.internal.ingest;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@code key: value} lines between two {@code ---} lines at the start of a Markdown file.
 * Nested values and lists that span several lines are ignored.
 *
 * @param values the values by key. A value such as {@code [a, b]} is a list of strings; all other
 *     values are strings
 * @param end the offset of the text after the front matter; 0 if there is no front matter
 */
public record FrontMatter(Map<String, Object> values, int end) {
  private static final FrontMatter NONE = new FrontMatter(Map.of(), 0);

  /** The maximum length of the front matter, in lines. */
  private static final int MAX_LINES = 200;

  public static FrontMatter of(String text) {
    int at = TextLines.next(text, 0, text.length());
    if (!TextLines.content(text, 0, at).stripTrailing().equals("---")) {
      return NONE;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < MAX_LINES && at < text.length(); i++) {
      int next = TextLines.next(text, at, text.length());
      String line = TextLines.content(text, at, next).stripTrailing();
      if (line.equals("---") || line.equals("...")) {
        return new FrontMatter(values, next);
      }
      addValue(line, values);
      at = next;
    }
    return NONE;
  }

  private static void addValue(String line, Map<String, Object> values) {
    int colon = line.indexOf(':');
    if (colon <= 0 || Character.isWhitespace(line.charAt(0)) || line.charAt(0) == '#') {
      return;
    }
    String key = line.substring(0, colon).strip();
    String value = line.substring(colon + 1).strip();
    if (!value.isEmpty() && !key.isEmpty()) {
      values.put(key, value(value));
    }
  }

  private static Object value(String value) {
    if (!value.startsWith("[") || !value.endsWith("]")) {
      return unquote(value);
    }
    String inner = value.substring(1, value.length() - 1);
    return inner.isBlank()
        ? List.of()
        : Arrays.stream(inner.split(",", -1)).map(String::strip).map(FrontMatter::unquote).toList();
  }

  private static String unquote(String value) {
    boolean quoted =
        value.length() > 1
            && (value.startsWith("\"") || value.startsWith("'"))
            && value.charAt(0) == value.charAt(value.length() - 1);
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
