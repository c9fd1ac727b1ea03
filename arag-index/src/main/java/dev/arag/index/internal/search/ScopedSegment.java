package dev.arag.index.internal.search;

import dev.arag.core.corpus.Scope;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.Segment;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A segment restricted to a scope.
 *
 * @param allowed the chunks that are in scope and not deleted; null if this includes all chunks of
 *     the segment
 */
public record ScopedSegment(Segment segment, Scope scope, @Nullable BitSet allowed) {
  public static ScopedSegment of(Segment segment, Scope scope) {
    boolean isWhole = scope instanceof Scope.Everything && !segment.entry().hasDeleted();
    BitSet allowed = isWhole ? null : new ScopeEvaluation(segment, scope).allowedChunks();
    return new ScopedSegment(segment, scope, allowed);
  }

  boolean holds(int chunk) {
    return allowed == null || allowed.get(chunk);
  }

  /** Returns whether a document is in scope. A document without chunks is tested on its own. */
  boolean holdsDocument(int document) {
    ChunksReader chunks = segment.chunks();
    int first = chunks.firstChunk(document);
    int end = chunks.firstChunk(document + 1);
    if (first == end) {
      return segment.isLive(document) && new ScopeEvaluation(segment, scope).allowsEmpty(document);
    }
    return allowed == null || IntStream.range(first, end).anyMatch(allowed::get);
  }

  /** Receives ranges of adjacent chunks that are in scope. */
  @FunctionalInterface
  interface ChunkRangeConsumer {
    void accept(int firstChunk, int endChunk);
  }

  /**
   * Passes the ranges of chunks in scope to a consumer in ascending order. Adjacent chunks form one
   * range.
   *
   * @param endChunk the number of the last chunk, plus 1
   */
  void forEachRange(int firstChunk, int endChunk, ChunkRangeConsumer action) {
    if (allowed == null || firstChunk == endChunk) {
      action.accept(firstChunk, endChunk);
      return;
    }
    int first = allowed.nextSetBit(firstChunk);
    while (first >= 0 && first < endChunk) {
      int end = Math.min(endChunk, allowed.nextClearBit(first));
      action.accept(first, end);
      first = allowed.nextSetBit(end);
    }
  }

  /** Returns the number of chunks in scope. */
  long chunks() {
    return allowed == null ? segment.chunks().chunks() : allowed.cardinality();
  }
}
