package dev.arag.index.internal.vector;

/**
 * What an encoder made of a document's text, where a user should know of it.
 *
 * @param document its number in the segment
 * @param unknownShare how much of its text the encoder does not know, from 0 to 1
 * @param cutSentences how many of its sentences are longer than the encoder takes
 */
public record Remark(int document, float unknownShare, int cutSentences) {
  static final int BYTES = 12;

  public Remark {
    if (document < 0) {
      throw new IllegalArgumentException("document must be >= 0, was " + document);
    }
    if (!(unknownShare >= 0 && unknownShare <= 1)) {
      throw new IllegalArgumentException("unknownShare must be in 0..1, was " + unknownShare);
    }
    if (cutSentences < 0) {
      throw new IllegalArgumentException("cutSentences must be >= 0, was " + cutSentences);
    }
  }
}
