package dev.arag.index.internal.packing;

import dev.arag.core.text.Document.Heading;
import dev.arag.core.text.TableHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of a document that is inside one section. The range is either the heading line of the
 * section, a table or a part of one, or text.
 *
 * @param last the last heading at or before the start of the range; null if there is none
 * @param table the header of the table; null if the range is not in a table
 */
public record SectionRun(
    int start, int end, @Nullable Heading last, boolean isHeading, @Nullable TableHeader table) {
  /** The titles of the sections above the range. A heading line is not part of its own heading. */
  List<String> heading() {
    List<String> path = path();
    return isHeading ? path.subList(0, path.size() - 1) : path;
  }

  /** The titles of the sections that contain the range, including the section itself. */
  List<String> path() {
    return last == null ? List.of() : last.path();
  }
}
