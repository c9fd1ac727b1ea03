package dev.arag.index.internal.search;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.Segment;
import java.util.Comparator;

/** A chunk of an open segment, by number. */
record ChunkPlace(Segment segment, int chunk) {
  /** Corpus order: by document id, then as they stand in the document. */
  static final Comparator<ChunkPlace> CORPUS_ORDER = ChunkPlace::compare;

  private static int compare(ChunkPlace left, ChunkPlace right) {
    return compare(left.segment, left.chunk, right);
  }

  /** Compares a chunk that has no object of its own. */
  static int compare(Segment segment, int chunk, ChunkPlace right) {
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
