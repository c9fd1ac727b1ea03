package dev.arag.index.internal.search;

import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.vector.ScoreCollector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Collects the scored sentences that a ranking of chunks needs: the overall best sentences, and the
 * best sentence of each of the best chunks. Memory depends on the page size, not on the index size.
 * Not thread-safe; one instance per search.
 */
final class NearestSentences {
  /** A sentence and its score. */
  record Near(ChunkRef chunk, long row, float score) {
    /** By Float.compare, like the oracle: -0 is below 0. */
    static final Comparator<Near> BEST_FIRST =
        Comparator.<Near>comparingDouble(Near::score)
            .reversed()
            .thenComparing(Near::chunk, ChunkRef.CORPUS_ORDER)
            .thenComparingLong(Near::row);

    static final Comparator<Near> WORST_FIRST = BEST_FIRST.reversed();
  }

  private final long wantedSentences;
  private final long wantedChunks;
  private final PriorityQueue<Near> sentences = new PriorityQueue<>(Near.WORST_FIRST);
  private final PriorityQueue<Near> chunkBests = new PriorityQueue<>(Near.WORST_FIRST);

  /**
   * @param wantedSentences number of overall best sentences
   * @param wantedChunks number of chunks, ranked by their best sentence
   */
  NearestSentences(long wantedSentences, long wantedChunks) {
    this.wantedSentences = wantedSentences;
    this.wantedChunks = wantedChunks;
  }

  /**
   * A collector for rows of adjacent chunks; some rows may be omitted.
   *
   * @param endChunk exclusive
   */
  ChunkRangeCollector run(Segment segment, int firstChunk, int endChunk) {
    return new ChunkRangeCollector(segment, firstChunk, endChunk);
  }

  /** Adds the results of another collector. */
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
   * Collects rows of adjacent chunks. A row below the floor is neither one of the best sentences
   * nor the best sentence of one of the best chunks.
   */
  final class ChunkRangeCollector implements ScoreCollector {
    private final Segment segment;
    private final int lastChunk;
    private int chunk;
    private long chunkEnd;
    private long bestRow = -1;
    private float best;

    private ChunkRangeCollector(Segment segment, int firstChunk, int endChunk) {
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

    /** The last chunk that begins at or before this row; empty chunks have no rows. */
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

    /** Ends the current chunk. */
    void end() {
      if (bestRow >= 0) {
        offer(chunkBests, wantedChunks, bestRow, best);
      }
      bestRow = -1;
    }

    private void offer(PriorityQueue<Near> kept, long wanted, long row, float score) {
      if (Float.compare(score, NearestSentences.floor(kept, wanted)) >= 0) {
        keep(kept, wanted, new Near(new ChunkRef(segment, chunk), row, score));
      }
    }
  }

  /** The minimum score of a candidate. */
  private static float floor(PriorityQueue<Near> kept, long wanted) {
    Near worst = kept.peek();
    return worst == null || kept.size() < wanted ? Float.NEGATIVE_INFINITY : worst.score();
  }

  /**
   * The collected sentences, best first. Omitted sentences cannot change the ranking: they are
   * neither among the wanted sentences nor the best of a wanted chunk.
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
