package dev.arag.index.split;

import dev.arag.core.text.Document.Section;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of a document that is inside one section. The range is either the heading line of the
 * section or text.
 *
 * @param section the section that contains the range; null before the first section
 */
record SectionRun(int start, int end, @Nullable Section section, boolean isHeading) {
  /** The titles of the sections above the range. A heading line is not part of its own heading. */
  List<String> heading() {
    List<String> path = path();
    return isHeading ? path.subList(0, path.size() - 1) : path;
  }

  /** The titles of the sections that contain the range, including the section itself. */
  List<String> path() {
    return section == null ? List.of() : section.path();
  }
}
