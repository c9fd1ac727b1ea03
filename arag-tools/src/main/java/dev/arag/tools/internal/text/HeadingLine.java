package dev.arag.tools.internal.text;

import dev.arag.core.internal.find.DocumentValue;
import dev.arag.core.text.Location;
import dev.arag.core.text.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Creates the heading line shown above a text: the document and the path of section headings. */
public final class HeadingLine {
  private static final int MAX_LENGTH = 200;
  private static final int MAX_TITLE = 120;
  private static final int MAX_LAST_LENGTH = 60;
  private static final String TABLE = "(table)";

  private HeadingLine() {}

  /**
   * Returns a line that begins with the title of the document, or with its id if there is no title.
   * The first heading is left out if the title contains it, as is common in web pages.
   *
   * @param path the headings, outermost first
   */
  public static String of(Location location, List<String> path) {
    return of(location, path, List.of());
  }

  /**
   * Like {@link #of(Location, List)}, with metadata of the document in parentheses after its title.
   *
   * @param keys the keys of the metadata, in this order; a key that the document does not have is
   *     left out
   */
  public static String of(Location location, List<String> path, List<String> keys) {
    List<String> parts = new ArrayList<>(path);
    if (!parts.isEmpty() && location.title().contains(parts.get(0))) {
      parts.remove(0);
    }
    String metadata =
        keys.stream()
            .flatMap(
                key ->
                    DocumentValue.of(key, location.documentId(), null, location.metadata())
                        .map(value -> key + ": " + truncate(SingleLine.of(value), MAX_LAST_LENGTH))
                        .stream())
            .collect(Collectors.joining(", "));
    String suffix = metadata.isEmpty() ? "" : " (" + metadata + ")";
    parts.add(
        0, suffix.isEmpty() ? location.title() : truncate(location.title(), MAX_TITLE) + suffix);
    return of(parts, MAX_LENGTH + suffix.length());
  }

  /**
   * Returns a line without the document, for text of the same document below another line.
   *
   * @param path the headings, outermost first
   * @param above the headings of the text above
   * @return one line, which is empty if both texts have the same headings
   */
  public static String below(List<String> path, List<String> above) {
    return path.equals(above) ? "" : of(path);
  }

  private static String of(List<String> path) {
    return of(path, MAX_LENGTH);
  }

  private static String of(List<String> path, int maxLength) {
    List<String> visible = path.stream().filter(each -> !SingleLine.of(each).isEmpty()).toList();
    return withoutMark(truncate(SingleLine.of(String.join(" > ", visible)), maxLength));
  }

  /** Returns the mark of a section that is a table; empty if it is not. */
  public static String tableMark(Section section) {
    return section.table().isPresent() ? " " + TABLE : "";
  }

  /**
   * Returns the innermost heading, shortened.
   *
   * @param before a text to add before the heading
   * @return an empty string if there is no heading
   */
  public static String last(String before, List<String> path) {
    String last = path.isEmpty() ? "" : SingleLine.of(path.get(path.size() - 1));
    return last.isEmpty() ? "" : before + withoutMark(truncate(last, MAX_LAST_LENGTH));
  }

  /**
   * Removes a mark of the tools from the end of a heading, so that a document cannot imitate it.
   */
  private static String withoutMark(String heading) {
    for (String mark : List.of("(complete)", "(read)", TABLE)) {
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
