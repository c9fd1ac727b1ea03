package dev.arag.index.spi.text;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/** The sections that are open at the current position of a document. Not thread-safe. */
public final class SectionStack {
  private record Open(int level, String title) {}

  private final List<Open> open = new ArrayList<>();

  /**
   * Opens a section and ends all open sections of the same or a deeper level.
   *
   * @param level the level of the heading; a smaller number is further outside
   * @return the titles of all open sections, outermost first
   */
  public List<String> open(int level, String title) {
    requireNonNull(title, "title");
    while (!open.isEmpty() && open.get(open.size() - 1).level() >= level) {
      open.remove(open.size() - 1);
    }
    open.add(new Open(level, title));
    return open.stream().map(Open::title).toList();
  }
}
