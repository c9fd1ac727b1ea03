package dev.arag.index.internal.commit;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.file.Advice;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.keyword.KeywordReader;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorReader;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * An open segment: chunks, their folded texts and the vectors of their sentences, all in the same
 * order.
 *
 * @param vectors null where nothing is embedded
 */
public record Segment(ChunksReader chunks, KeywordReader keywords, @Nullable VectorReader vectors) {
  static Segment open(Store store, SegmentEntry entry, @Nullable EncoderMark encoder)
      throws NoSuchFileException {
    BlockReader chunks = entry.chunks().open(store);
    BlockReader keywords = entry.keywords().open(store);
    StoredFile vectors = entry.vectors();
    VectorReader rows = vectors == null ? null : VectorReader.of(vectors.open(store));
    Segment segment = new Segment(ChunksReader.of(chunks), KeywordReader.of(keywords), rows);
    if (!segment.agreesWith(entry, encoder)) {
      throw new CorruptIndexException(
          chunks.file() + " and the files beside it do not belong together. " + Advice.REBUILD);
    }
    return segment;
  }

  private boolean agreesWith(SegmentEntry entry, @Nullable EncoderMark encoder) {
    return chunks.documents() == entry.documentCount()
        && chunks.chunks() == entry.chunkCount()
        && chunks.sentences() == entry.sentenceCount()
        && keywords.chunks() == entry.chunkCount()
        && vectorsAgree(encoder);
  }

  private boolean vectorsAgree(@Nullable EncoderMark encoder) {
    if (vectors == null || encoder == null) {
      return vectors == null && encoder == null;
    }
    return vectors.rows() == chunks.sentences() && vectors.dimension() == encoder.dimension();
  }
}
