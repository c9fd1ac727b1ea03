package dev.arag.index.internal.commit;

import dev.arag.index.internal.chunks.StoredHash;

/** A reference to a document, which is identified by its segment and its number in the segment. */
public record DocumentRef(Segment segment, int document) {
  /** Returns the number of sentences in the document. */
  public long sentences() {
    int first = segment.chunks().firstChunk(document);
    int end = segment.chunks().firstChunk(document + 1);
    return segment.chunks().firstSentence(end) - segment.chunks().firstSentence(first);
  }

  /** Returns the name of the source that the document came from. */
  public String source() {
    return segment.chunks().source(document);
  }

  /** Returns the hash of everything that determines how the document is stored. */
  public StoredHash hash() {
    return segment.chunks().hash(document);
  }

  public String id() {
    return segment.chunks().documentId(document);
  }
}
