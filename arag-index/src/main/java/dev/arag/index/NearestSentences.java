package dev.arag.index;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.vector.VectorReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Scans vectors and keeps what a ranking of chunks can need: the overall best sentences, and the
 * best sentence of each of the best chunks. Memory depends on what is asked for, not on what is
 * scanned. For one search and one thread.
 */
final class NearestSentences {
  /** A sentence and its score. */
  record Near(ChunkPlace place, long row, float score) {
    /** Float.compare, as the oracle: minus zero is below zero. */
    static final Comparator<Near> BEST_FIRST =
        Comparator.<Near>comparingDouble(Near::score)
            .reversed()
            .thenComparing(Near::place, ChunkPlace.CORPUS_ORDER)
            .thenComparingLong(Near::row);

    static final Comparator<Near> WORST_FIRST = BEST_FIRST.reversed();
  }

  private final long wantedSentences;
  private final long wantedChunks;
  private final PriorityQueue<Near> sentences = new PriorityQueue<>(Near.WORST_FIRST);
  private final PriorityQueue<Near> chunkBests = new PriorityQueue<>(Near.WORST_FIRST);

  /**
   * @param wantedSentences how many of the overall best
   * @param wantedChunks how many chunks, by their best sentence
   */
  NearestSentences(long wantedSentences, long wantedChunks) {
    this.wantedSentences = wantedSentences;
    this.wantedChunks = wantedChunks;
  }

  /** Scans the chunks in scope, runs of neighbours at once. */
  void scan(ScanSlice slice, Embedding query) {
    int start = slice.firstChunk();
    while (start < slice.endChunk()) {
      int end = start;
      while (end < slice.endChunk() && slice.scoped().holds(end)) {
        end++;
      }
      if (end > start) {
        scanRun(slice, query, start, end);
      }
      start = end + 1;
    }
  }

  private void scanRun(ScanSlice slice, Embedding query, int firstChunk, int endChunk) {
    ChunksReader chunks = slice.scoped().segment().chunks();
    Run run = new Run(slice.scoped(), firstChunk);
    slice
        .vectors()
        .score(query, chunks.firstSentence(firstChunk), chunks.firstSentence(endChunk), run);
    run.endChunk();
  }

  /** Adds what was found among other chunks. */
  void addAll(NearestSentences other) {
    other.sentences.forEach(near -> keep(sentences, wantedSentences, near));
    other.chunkBests.forEach(near -> keep(chunkBests, wantedChunks, near));
  }

  private static void keep(PriorityQueue<Near> kept, long wanted, Near near) {
    kept.add(near);
    if (kept.size() > wanted) {
      kept.poll();
    }
  }

  /**
   * Follows the rows of neighbouring chunks. A row below the floor can neither be among the best
   * sentences nor, as the best of its chunk, make it one of the best chunks.
   */
  private final class Run implements VectorReader.Scores {
    private final ScopedSegment scoped;
    private int chunk;
    private long chunkEnd;
    private long bestRow = -1;
    private float best;

    Run(ScopedSegment scoped, int firstChunk) {
      this.scoped = scoped;
      chunk = firstChunk;
      chunkEnd = scoped.segment().chunks().firstSentence(firstChunk + 1);
    }

    @Override
    public float floor() {
      return Math.min(
          NearestSentences.floor(sentences, wantedSentences),
          NearestSentences.floor(chunkBests, wantedChunks));
    }

    @Override
    public void add(long row, float score) {
      while (row >= chunkEnd) {
        endChunk();
        chunk++;
        chunkEnd = scoped.segment().chunks().firstSentence(chunk + 1);
      }
      if (bestRow < 0 || Float.compare(score, best) > 0) {
        bestRow = row;
        best = score;
      }
      offer(sentences, wantedSentences, row, score);
    }

    void endChunk() {
      if (bestRow >= 0) {
        offer(chunkBests, wantedChunks, bestRow, best);
      }
      bestRow = -1;
    }

    private void offer(PriorityQueue<Near> kept, long wanted, long row, float score) {
      if (Float.compare(score, NearestSentences.floor(kept, wanted)) >= 0) {
        keep(kept, wanted, new Near(new ChunkPlace(scoped.segment(), chunk), row, score));
      }
    }
  }

  /** The score that a newcomer must have at least. */
  private static float floor(PriorityQueue<Near> kept, long wanted) {
    Near worst = kept.peek();
    return worst == null || kept.size() < wanted ? Float.NEGATIVE_INFINITY : worst.score();
  }

  /**
   * The kept sentences, best first. Those missing between them could not change a ranking: they are
   * beyond the wanted sentences, and not the best of a wanted chunk.
   */
  List<Near> bestFirst() {
    List<Near> all = new ArrayList<>(sentences);
    @Nullable Near last = sentences.peek();
    for (Near best : chunkBests) {
      if (last != null && Near.BEST_FIRST.compare(best, last) > 0) {
        all.add(best);
      }
    }
    all.sort(Near.BEST_FIRST);
    return all;
  }
}
