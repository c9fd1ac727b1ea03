package dev.arag.index;

import dev.arag.core.corpus.Scope;
import dev.arag.index.internal.commit.Segment;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A segment seen through a scope.
 *
 * @param allowed the documents in scope; null for all
 */
record ScopedSegment(Segment segment, @Nullable BitSet allowed) {
  static ScopedSegment of(Segment segment, Scope scope) {
    if (scope instanceof Scope.Everything) {
      return new ScopedSegment(segment, null);
    }
    BitSet allowed = new BitSet();
    for (int i = 0; i < segment.chunks().documents(); i++) {
      allowed.set(i, scope.allows(segment.chunks().readDocument(i).metadata()));
    }
    return new ScopedSegment(segment, allowed);
  }

  boolean holds(int chunk) {
    return allowed == null || allowed.get(segment.chunks().document(chunk));
  }

  /** How many chunks are in scope. */
  long chunks() {
    if (allowed == null) {
      return segment.chunks().chunks();
    }
    return allowed.stream()
        .mapToLong(
            document ->
                segment.chunks().firstChunk(document + 1) - segment.chunks().firstChunk(document))
        .sum();
  }
}
