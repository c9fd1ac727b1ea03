package dev.arag.index.spi.store;

import static java.util.Objects.requireNonNull;

import dev.arag.index.source.Source;
import dev.arag.index.sync.MovedSource;
import org.jspecify.annotations.Nullable;

/**
 * A source of a sync and the location to store for it. {@link SourceSync#resolve} returns it.
 * Immutable.
 *
 * @param location the location to store; null for documents in memory
 * @param moved the change of the path; null if the path has not changed
 */
public record RegisteredSource(
    Source.Resolved source, @Nullable SourceLocation location, @Nullable MovedSource moved) {
  public RegisteredSource {
    requireNonNull(source, "source");
  }
}
