package dev.arag.tools.internal.text;

import dev.arag.core.text.Location;
import java.util.ArrayList;
import java.util.List;

/** The heading line of a text: the title of its document, if any, and its section path. */
public final class HeadingLine {
  private static final int MAX_LENGTH = 200;

  private HeadingLine() {}

  /**
   * @param path the headings, outermost first
   * @return one line; empty if there is neither a title nor a heading
   */
  public static String of(Location location, List<String> path) {
    List<String> parts = new ArrayList<>(path);
    if (needsTitle(location, path)) {
      parts.add(0, location.title());
    }
    return truncate(SingleLine.of(String.join(" > ", parts)));
  }

  /** Web pages repeat their title in their first heading; a missing title defaults to the id. */
  private static boolean needsTitle(Location location, List<String> path) {
    boolean hasTitle = !location.title().equals(location.documentId());
    return hasTitle && (path.isEmpty() || !location.title().contains(path.get(0)));
  }

  private static String truncate(String heading) {
    if (heading.codePointCount(0, heading.length()) <= MAX_LENGTH) {
      return heading;
    }
    return heading.substring(0, heading.offsetByCodePoints(0, MAX_LENGTH)) + "…";
  }
}
