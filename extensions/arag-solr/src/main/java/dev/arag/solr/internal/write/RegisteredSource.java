package dev.arag.solr.internal.write;

import dev.arag.index.MovedSource;
import dev.arag.index.Source;
import org.jspecify.annotations.Nullable;

/**
 * A source of a sync and the location that the collection stores for it.
 *
 * @param location the location to store; null for documents in memory
 * @param moved the change of the path; null if the path has not changed
 */
record RegisteredSource(
    Source.Resolved source, @Nullable SourceLocation location, @Nullable MovedSource moved) {}
