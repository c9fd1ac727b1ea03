package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A source whose path differs from its path in the previous sync.
 *
 * @param source the name of the source
 * @param from the real path in the previous sync, which may be a path of another machine; null if
 *     the source had no documents
 * @param to the real path in this sync
 */
public record MovedSource(String source, @Nullable String from, String to) {
  public MovedSource {
    requireNonNull(source, "source");
    requireNonNull(to, "to");
  }
}
