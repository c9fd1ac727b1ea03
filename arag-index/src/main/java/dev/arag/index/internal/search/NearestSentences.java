package dev.arag.index.internal.search;

import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.vector.ScoreCollector;
import dev.arag.index.internal.vector.VectorReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Collects the scored sentences that are needed to rank chunks: the best sentences of the corpus,
 * as many as are needed to have the wanted number of sentences and of chunks. A scan can add bounds
 * of a score instead of the score. Most of these sentences are excluded by bounds that are added
 * later, so their scores are never computed. Memory use depends on the number of hits but not on
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
  }

  /** A sentence whose score is not below {@code lower} and not above {@code upper}. */
  private record Candidate(ChunkRef chunk, long row, float lower, float upper) {
    static Candidate of(Near near) {
      return new Candidate(near.chunk, near.row, near.score, near.score);
    }
  }

  /** The number of candidates per wanted sentence that are collected before some are removed. */
  private static final int CANDIDATES_PER_WANTED = 64;

  private final float[] query;
  private final long wantedSentences;
  private final long wantedChunks;
  private final Bounds bounds;
  private List<Candidate> candidates = new ArrayList<>();

  /** The number of candidates at which some are removed. */
  private long maxCandidates;

  /**
   * @param query the vector of the query
   * @param wantedSentences the minimum number of best sentences to collect
   * @param wantedChunks the number of best chunks to collect, ranked by their best sentence
   */
  NearestSentences(float[] query, long wantedSentences, long wantedChunks) {
    this.query = query;
    this.wantedSentences = wantedSentences;
    this.wantedChunks = wantedChunks;
    bounds = new Bounds(wantedSentences, wantedChunks);
    maxCandidates = minCandidates();
  }

  private NearestSentences(NearestSentences other) {
    query = other.query;
    wantedSentences = other.wantedSentences;
    wantedChunks = other.wantedChunks;
    bounds = other.bounds;
    maxCandidates = minCandidates();
  }

  /** Returns a collector for another thread of the same search. Both raise the same floor. */
  NearestSentences forAnotherThread() {
    return new NearestSentences(this);
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

  /** Adds the results of another collector. The two must not contain the same chunk. */
  void addAll(NearestSentences other) {
    candidates.addAll(other.candidates);
  }

  /** Limits the memory. Scores are computed only if many bounds are nearly equal. */
  private void removeCandidates() {
    float floor = bounds.floor();
    candidates.removeIf(each -> Float.compare(each.upper(), floor) < 0);
    if (candidates.size() > maxCandidates / 2) {
      score();
    }
    // Long chunks can have many sentences above the floor.
    maxCandidates = Math.max(minCandidates(), 2L * candidates.size());
  }

  private long minCandidates() {
    return CANDIDATES_PER_WANTED * (wantedSentences + wantedChunks);
  }

  /**
   * Computes scores until no other candidate can be wanted, and keeps only the wanted sentences.
   * The candidates with the highest upper bounds are scored first, so that the floor rises early.
   */
  private void score() {
    List<Candidate> rest = new ArrayList<>(candidates);
    float known = bounds.floor();
    rest.removeIf(each -> Float.compare(each.upper(), known) < 0);
    List<Near> scored = List.of();
    int from = 0;
    rest.sort(Comparator.comparingDouble(Candidate::upper).reversed());
    while (from < rest.size() && Float.compare(rest.get(from).upper(), bounds.floor()) >= 0) {
      int to = (int) Math.min(rest.size(), from + wantedSentences + wantedChunks);
      scored =
          wanted(Stream.concat(scored.stream(), rest.subList(from, to).stream().map(this::score)));
      from = to;
    }
    candidates = new ArrayList<>(scored.stream().map(Candidate::of).toList());
  }

  /** Returns the wanted ones of some sentences, best first. Raises the floor. */
  private List<Near> wanted(Stream<Near> sentences) {
    List<Near> wanted = new ArrayList<>();
    Set<ChunkRef> chunks = new HashSet<>();
    for (Near near : sentences.sorted(Near.BEST_FIRST).toList()) {
      wanted.add(near);
      chunks.add(near.chunk());
      if (wanted.size() >= wantedSentences && chunks.size() >= wantedChunks) {
        bounds.raise(near.score());
        break;
      }
    }
    return wanted;
  }

  private Near score(Candidate candidate) {
    boolean isKnown = candidate.lower() == candidate.upper();
    return isKnown
        ? new Near(candidate.chunk(), candidate.row(), candidate.lower())
        : score(candidate.chunk(), candidate.row());
  }

  /** Computes the score of a sentence. */
  Near score(ChunkRef chunk, long row) {
    VectorReader vectors = Objects.requireNonNull(chunk.segment().vectors());
    return new Near(chunk, row, vectors.score(row, query));
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
    private float best = Float.NEGATIVE_INFINITY;

    private ChunkRangeCollector(Segment segment, int firstChunk, int endChunk) {
      this.segment = segment;
      chunk = firstChunk;
      lastChunk = endChunk - 1;
    }

    @Override
    public float floor() {
      return bounds.floor();
    }

    @Override
    public void add(long row, float score) {
      addBounds(row, score, score);
    }

    @Override
    public boolean addBounds(long row, float lower, float upper) {
      if (row >= chunkEnd) {
        end();
        chunk = chunkOf(row);
        chunkEnd = segment.chunks().firstSentence(chunk + 1);
      }
      best = Math.max(best, lower);
      bounds.addSentence(lower);
      if (Float.compare(upper, bounds.floor()) >= 0) {
        candidates.add(new Candidate(new ChunkRef(segment, chunk), row, lower, upper));
      }
      return true;
    }

    /**
     * Returns the chunk that contains a row, which is the last chunk that begins at or before the
     * row. Chunks without sentences have no rows.
     */
    private int chunkOf(long row) {
      int low = chunk;
      int step = 1;
      // The next row is usually in a chunk nearby.
      while (low + step <= lastChunk && segment.chunks().firstSentence(low + step) <= row) {
        low += step;
        step <<= 1;
      }
      int high = Math.min(lastChunk, low + step - 1);
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
      if (best != Float.NEGATIVE_INFINITY) {
        bounds.addChunk(best);
      }
      best = Float.NEGATIVE_INFINITY;
      if (candidates.size() > maxCandidates) {
        removeCandidates();
      }
    }
  }

  /** Returns the wanted sentences that were found, best first. */
  List<Near> sentences() {
    score();
    return candidates.stream().map(this::score).toList();
  }

  /** Returns the wanted chunks that were found, ordered by their best sentence. */
  List<ChunkRef> chunks() {
    score();
    return candidates.stream().map(Candidate::chunk).distinct().limit(wantedChunks).toList();
  }
}
