package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

import dev.arag.index.source.Source;

/**
 * A source of which a sync deleted no missing documents, because there were too many. For example,
 * a file system was not mounted, or the path was wrong.
 *
 * @param source the name of the source
 * @param documents the number of documents of the source before the sync
 * @param missing the number of these documents that no longer exist in the source
 * @see Source#prune(double)
 */
public record RefusedPrune(String source, long documents, long missing) {
  public RefusedPrune {
    requireNonNull(source, "source");
  }
}
