package dev.arag.index.internal.ingest;

import java.util.ArrayList;
import java.util.List;

/** The titles of the open sections, outermost first. */
public final class SectionStack {
  private record Open(int level, String title) {}

  private final List<Open> open = new ArrayList<>();

  /** Opens a section, which ends sections of its level and deeper ones; returns its path. */
  public List<String> open(int level, String title) {
    while (!open.isEmpty() && open.get(open.size() - 1).level() >= level) {
      open.remove(open.size() - 1);
    }
    open.add(new Open(level, title));
    return open.stream().map(Open::title).toList();
  }
}
