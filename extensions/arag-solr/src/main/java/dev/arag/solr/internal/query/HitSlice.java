package dev.arag.solr.internal.query;

/**
 * A slice of hits.
 *
 * @param topK the maximum number of hits, at least 1
 * @param offset the number of best hits to skip, at least 0
 */
public record HitSlice(int topK, int offset) {
  public HitSlice {
    if (topK < 1) {
      throw new IllegalArgumentException("topK must be >= 1, was " + topK);
    }
    if (offset < 0) {
      throw new IllegalArgumentException("offset must be >= 0, was " + offset);
    }
  }
}
