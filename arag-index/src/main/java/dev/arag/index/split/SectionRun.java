package dev.arag.index.split;

import dev.arag.core.text.Document.Section;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of a document inside one section: a heading line, or text.
 *
 * @param section the section that contains it, null before the first
 */
record SectionRun(int start, int end, @Nullable Section section, boolean isHeading) {
  /** The section titles above its sentences. */
  List<String> heading() {
    List<String> path = path();
    return isHeading ? path.subList(0, path.size() - 1) : path;
  }

  /** The section titles, including its own. */
  List<String> path() {
    return section == null ? List.of() : section.path();
  }
}
