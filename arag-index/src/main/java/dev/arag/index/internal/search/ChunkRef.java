package dev.arag.index.internal.search;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.CorpusOrder;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.Segment;
import java.util.Comparator;

/** A reference to a chunk, which is identified by its segment and its number in the segment. */
record ChunkRef(Segment segment, int chunk) {
  /** Corpus order: ascending by document id, then by position in the document. */
  static final Comparator<ChunkRef> CORPUS_ORDER = ChunkRef::compare;

  private static int compare(ChunkRef left, ChunkRef right) {
    return compare(left.segment, left.chunk, right);
  }

  /** Compares a chunk that is given by its number, so that no object is allocated for it. */
  static int compare(Segment segment, int chunk, ChunkRef right) {
    ChunksReader chunks = segment.chunks();
    int document = chunks.document(chunk);
    if (!segment.equals(right.segment)) {
      return CorpusOrder.compareCodePoints(chunks.documentId(document), right.documentId());
    }
    int byDocument = Integer.compare(chunks.rank(document), chunks.rank(right.document()));
    return byDocument != 0 ? byDocument : Integer.compare(chunk, right.chunk);
  }

  private int document() {
    return segment.chunks().document(chunk);
  }

  private String documentId() {
    return segment.chunks().documentId(document());
  }

  Chunk read() {
    return segment.chunks().read(chunk);
  }
}
