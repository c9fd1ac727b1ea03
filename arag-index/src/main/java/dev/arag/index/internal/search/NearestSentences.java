package dev.arag.index.internal.search;

import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.vector.ScoreCollector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Keeps of scored sentences what a ranking of chunks can need: the overall best sentences, and the
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

  /**
   * Takes the scores of rows of neighbouring chunks, some of them perhaps left out.
   *
   * @param endChunk the number after the last one
   */
  Run run(Segment segment, int firstChunk, int endChunk) {
    return new Run(segment, firstChunk, endChunk);
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
  final class Run implements ScoreCollector {
    private final Segment segment;
    private final int lastChunk;
    private int chunk;
    private long chunkEnd;
    private long bestRow = -1;
    private float best;

    private Run(Segment segment, int firstChunk, int endChunk) {
      this.segment = segment;
      chunk = firstChunk;
      lastChunk = endChunk - 1;
    }

    @Override
    public float floor() {
      return Math.min(
          NearestSentences.floor(sentences, wantedSentences),
          NearestSentences.floor(chunkBests, wantedChunks));
    }

    @Override
    public void add(long row, float score) {
      if (row >= chunkEnd) {
        end();
        chunk = chunkOf(row);
        chunkEnd = segment.chunks().firstSentence(chunk + 1);
      }
      if (bestRow < 0 || Float.compare(score, best) > 0) {
        bestRow = row;
        best = score;
      }
      offer(sentences, wantedSentences, row, score);
    }

    /** The last chunk that begins at this row or before it; empty ones begin where they end. */
    private int chunkOf(long row) {
      int low = chunk;
      int high = lastChunk;
      while (low < high) {
        int middle = (low + high + 1) >>> 1;
        if (segment.chunks().firstSentence(middle) <= row) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      return low;
    }

    /** Says that no more rows follow. */
    void end() {
      if (bestRow >= 0) {
        offer(chunkBests, wantedChunks, bestRow, best);
      }
      bestRow = -1;
    }

    private void offer(PriorityQueue<Near> kept, long wanted, long row, float score) {
      if (Float.compare(score, NearestSentences.floor(kept, wanted)) >= 0) {
        keep(kept, wanted, new Near(new ChunkPlace(segment, chunk), row, score));
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
