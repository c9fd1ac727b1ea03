package dev.arag.index.internal.commit;

import dev.arag.index.internal.chunks.StoredHash;

/** A document of an open segment, by number. */
public record DocumentRef(Segment segment, int document) {
  /** The number of its sentences. */
  public long sentences() {
    int first = segment.chunks().firstChunk(document);
    int end = segment.chunks().firstChunk(document + 1);
    return segment.chunks().firstSentence(end) - segment.chunks().firstSentence(first);
  }

  /** The name of its source. */
  public String source() {
    return segment.chunks().source(document);
  }

  /** The hash of everything that determines its stored form. */
  public StoredHash hash() {
    return segment.chunks().hash(document);
  }

  public String id() {
    return segment.chunks().documentId(document);
  }
}
