package dev.arag.tools;

import dev.arag.core.text.Location;
import java.util.ArrayList;
import java.util.List;

/** The line a text stands under: its document's title, where it has one, and its sections. */
final class HitHeading {
  private static final int LONGEST = 200;

  private HitHeading() {}

  /**
   * @param path the sections, outermost first
   * @return on one line, empty where there is neither title nor section
   */
  static String of(Location location, List<String> path) {
    List<String> parts = new ArrayList<>(path);
    if (adds(location, path)) {
      parts.add(0, location.title());
    }
    return cut(OneLine.of(String.join(" > ", parts)));
  }

  /** Pages repeat their title in their first heading; a document without one goes by its id. */
  private static boolean adds(Location location, List<String> path) {
    boolean hasTitle = !location.title().equals(location.documentId());
    return hasTitle && (path.isEmpty() || !location.title().contains(path.get(0)));
  }

  private static String cut(String heading) {
    if (heading.codePointCount(0, heading.length()) <= LONGEST) {
      return heading;
    }
    return heading.substring(0, heading.offsetByCodePoints(0, LONGEST)) + "…";
  }
}
