package dev.arag.index.internal.search;

import java.util.PriorityQueue;

/**
 * Lower bounds of the scores of sentences and of chunks. The floor that follows from them is the
 * lowest score with which a sentence can be wanted. Thread-safe.
 */
final class Bounds {
  private final long wantedSentences;
  private final long wantedChunks;
  private final PriorityQueue<Float> sentences = new PriorityQueue<>();
  private final PriorityQueue<Float> chunks = new PriorityQueue<>();
  private volatile float floor = Float.NEGATIVE_INFINITY;

  Bounds(long wantedSentences, long wantedChunks) {
    this.wantedSentences = wantedSentences;
    this.wantedChunks = wantedChunks;
  }

  /** Returns the floor, which never falls. */
  float floor() {
    return floor;
  }

  void addSentence(float lower) {
    add(sentences, wantedSentences, lower);
  }

  /** Adds the highest lower bound of the sentences of a chunk. */
  void addChunk(float lower) {
    add(chunks, wantedChunks, lower);
  }

  private void add(PriorityQueue<Float> kept, long wanted, float lower) {
    if (Float.compare(lower, floor) > 0) {
      synchronized (this) {
        kept.add(lower);
        if (kept.size() > wanted) {
          kept.poll();
        }
        raise(Math.min(smallest(sentences, wantedSentences), smallest(chunks, wantedChunks)));
      }
    }
  }

  private static float smallest(PriorityQueue<Float> kept, long wanted) {
    Float smallest = kept.peek();
    return smallest == null || kept.size() < wanted ? Float.NEGATIVE_INFINITY : smallest;
  }

  synchronized void raise(float to) {
    if (Float.compare(to, floor) > 0) {
      floor = to;
    }
  }
}
