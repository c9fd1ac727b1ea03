package dev.arag.tools.internal.text;

import dev.arag.core.text.Location;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates the heading line shown above a text: the title of the document, if any, and the path of
 * section headings.
 */
public final class HeadingLine {
  private static final int MAX_LENGTH = 200;
  private static final int MAX_LAST_LENGTH = 60;

  private HeadingLine() {}

  /**
   * @param path the headings, outermost first
   * @return one line, which is empty if there is neither a title nor a heading
   */
  public static String of(Location location, List<String> path) {
    List<String> parts = new ArrayList<>(path);
    if (needsTitle(location, path)) {
      parts.add(0, location.title());
    }
    return withoutMark(truncate(SingleLine.of(String.join(" > ", parts)), MAX_LENGTH));
  }

  /**
   * Returns the innermost heading, shortened.
   *
   * @param before a text to add before the heading
   * @return an empty string if there is no heading
   */
  public static String last(String before, List<String> path) {
    String last = path.isEmpty() ? "" : SingleLine.of(path.get(path.size() - 1));
    return last.isEmpty() ? "" : before + truncate(last, MAX_LAST_LENGTH);
  }

  /**
   * Whether to show the title. The title is omitted if it contains the first heading, as is common
   * in web pages. It is also omitted if it is equal to the document id, because a document without
   * a title has its id as the title.
   */
  private static boolean needsTitle(Location location, List<String> path) {
    boolean hasTitle = !location.title().equals(location.documentId());
    return hasTitle && (path.isEmpty() || !location.title().contains(path.get(0)));
  }

  /**
   * Removes a mark of the tools from the end of a heading, so that a document cannot imitate it.
   */
  private static String withoutMark(String heading) {
    for (String mark : List.of("(complete)", "(read)")) {
      if (heading.endsWith(mark)) {
        return withoutMark(heading.substring(0, heading.length() - mark.length()).strip());
      }
    }
    return heading;
  }

  private static String truncate(String heading, int maxLength) {
    return heading.codePointCount(0, heading.length()) <= maxLength
        ? heading
        : heading.substring(0, heading.offsetByCodePoints(0, maxLength)) + "…";
  }
}
