package dev.arag.index.internal.search;

import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.vector.ScoreCollector;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Collects the scored sentences that are needed to rank chunks: the best sentences of the corpus,
 * and the best sentence of each of the best chunks. Memory use depends on the page size but not on
 * the index size. Use one instance per search and thread. Not thread-safe.
 */
final class NearestSentences {
  /** A sentence and its score. */
  record Near(ChunkRef chunk, long row, float score) {
    /**
     * Orders sentences by descending score. Scores are compared with {@link Float#compare}, so -0.0
     * is less than 0.0, as in the reference implementation in the tests.
     */
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
   * @param wantedSentences the number of best sentences to collect
   * @param wantedChunks the number of best chunks to collect, ranked by their best sentence
   */
  NearestSentences(long wantedSentences, long wantedChunks) {
    this.wantedSentences = wantedSentences;
    this.wantedChunks = wantedChunks;
  }

  /**
   * Returns a collector for the rows of adjacent chunks. Not every row of these chunks has to be
   * added.
   *
   * @param endChunk the number of the last chunk, plus 1
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
   * Collects rows of adjacent chunks. Rows whose score is below the floor cannot change the result
   * and may be omitted.
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

    /**
     * Returns the chunk that contains a row, which is the last chunk that begins at or before the
     * row. Chunks without sentences have no rows.
     */
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

    /** Ends the current chunk and offers its best sentence. */
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

  /** Returns the lowest score with which another sentence can still be kept. */
  private static float floor(PriorityQueue<Near> kept, long wanted) {
    Near worst = kept.peek();
    return worst == null || kept.size() < wanted ? Float.NEGATIVE_INFINITY : worst.score();
  }

  /** Returns the wanted sentences that were found, best first. */
  List<Near> sentences() {
    return sentences.stream().sorted(Near.BEST_FIRST).toList();
  }

  /** Returns the wanted chunks that were found, in any order. */
  List<ChunkRef> chunks() {
    return chunkBests.stream().map(Near::chunk).toList();
  }
}
