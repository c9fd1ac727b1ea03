package dev.arag.index.internal.search;

import dev.arag.core.corpus.Scope;
import dev.arag.index.internal.commit.Segment;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A segment restricted to a scope.
 *
 * @param allowed the documents that are in scope and not deleted; null if this includes all
 *     documents of the segment
 */
public record ScopedSegment(Segment segment, @Nullable BitSet allowed) {
  public static ScopedSegment of(Segment segment, Scope scope) {
    boolean isWhole = scope instanceof Scope.Everything && !segment.entry().hasDeleted();
    return new ScopedSegment(segment, isWhole ? null : allowed(segment, scope));
  }

  private static BitSet allowed(Segment segment, Scope scope) {
    boolean isAll = scope instanceof Scope.Everything;
    BitSet allowed = new BitSet();
    for (int i = 0; i < segment.chunks().documents(); i++) {
      boolean isAllowed =
          segment.isLive(i) && (isAll || scope.allows(segment.chunks().readDocument(i).metadata()));
      allowed.set(i, isAllowed);
    }
    return allowed;
  }

  boolean holds(int chunk) {
    return allowed == null || allowed.get(segment.chunks().document(chunk));
  }

  /** Receives ranges of adjacent chunks that are in scope. */
  @FunctionalInterface
  interface ChunkRangeConsumer {
    void accept(int firstChunk, int endChunk);
  }

  /**
   * Passes the ranges of chunks in scope to a consumer in ascending order. Chunks of adjacent
   * documents form one range.
   *
   * @param endChunk the number of the last chunk, plus 1
   */
  void forEachRange(int firstChunk, int endChunk, ChunkRangeConsumer action) {
    if (allowed == null || firstChunk == endChunk) {
      action.accept(firstChunk, endChunk);
      return;
    }
    int document = allowed.nextSetBit(segment.chunks().document(firstChunk));
    int first = firstChunk;
    while (document >= 0 && first < endChunk) {
      int endDocument = allowed.nextClearBit(document);
      first = Math.max(first, segment.chunks().firstChunk(document));
      int end = Math.min(endChunk, segment.chunks().firstChunk(endDocument));
      if (first < end) {
        action.accept(first, end);
      }
      first = Math.max(first, end);
      document = allowed.nextSetBit(endDocument);
    }
  }

  /** Returns the number of chunks in scope. */
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
