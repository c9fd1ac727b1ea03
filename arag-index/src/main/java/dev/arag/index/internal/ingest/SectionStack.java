package dev.arag.index.internal.ingest;

import java.util.ArrayList;
import java.util.List;

/** A stack of the sections that are open at the current position of a document. */
public final class SectionStack {
  private record Open(int level, String title) {}

  private final List<Open> open = new ArrayList<>();

  /**
   * Opens a section and ends all open sections of the same or a deeper level. Returns the titles of
   * all open sections, outermost first.
   */
  public List<String> open(int level, String title) {
    while (!open.isEmpty() && open.get(open.size() - 1).level() >= level) {
      open.remove(open.size() - 1);
    }
    open.add(new Open(level, title));
    return open.stream().map(Open::title).toList();
  }
}
