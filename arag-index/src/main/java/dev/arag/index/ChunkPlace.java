package dev.arag.index;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.commit.Segment;
import java.util.Comparator;

/** A chunk of an open segment, by number. */
record ChunkPlace(Segment segment, int chunk) {
  /** Corpus order: by document id, then as they stand in the document. */
  static final Comparator<ChunkPlace> CORPUS_ORDER = ChunkPlace::compare;

  private static int compare(ChunkPlace left, ChunkPlace right) {
    int byDocument = compareDocuments(left, right);
    return byDocument != 0 ? byDocument : Integer.compare(left.chunk, right.chunk);
  }

  private static int compareDocuments(ChunkPlace left, ChunkPlace right) {
    if (left.segment.equals(right.segment)) {
      return Integer.compare(left.rank(), right.rank());
    }
    return CorpusOrder.compareCodePoints(left.documentId(), right.documentId());
  }

  private int rank() {
    return segment.chunks().rank(segment.chunks().document(chunk));
  }

  private String documentId() {
    return segment.chunks().readDocument(segment.chunks().document(chunk)).id();
  }

  Chunk read() {
    return segment.chunks().read(chunk);
  }
}
