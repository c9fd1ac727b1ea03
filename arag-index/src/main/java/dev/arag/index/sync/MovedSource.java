package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

/**
 * A source that was read from another path than in the sync before.
 *
 * @param source the name of the source
 * @param from the real path in the sync before, which may be a path of another machine; empty if
 *     the source had no documents
 * @param to the real path in this sync
 */
public record MovedSource(String source, String from, String to) {
  public MovedSource {
    requireNonNull(source, "source");
    requireNonNull(from, "from");
    requireNonNull(to, "to");
  }
}
