package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

import dev.arag.index.source.Source;

/**
 * A prune that deleted nothing, because it would have deleted too many documents of a source. A
 * lost mount or a wrong path looks like a source whose documents were deleted.
 *
 * @param source the name of the source
 * @param documents the number of documents of the source before the sync
 * @param missing the number of those that no longer exist in the source
 * @see Source#prune(double)
 */
public record RefusedPrune(String source, long documents, long missing) {
  public RefusedPrune {
    requireNonNull(source, "source");
  }
}
