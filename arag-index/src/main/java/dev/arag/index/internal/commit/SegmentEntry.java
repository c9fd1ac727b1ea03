package dev.arag.index.internal.commit;

import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.FileSeal;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A segment as the manifest lists it.
 *
 * @param vectors null where nothing is embedded
 */
public record SegmentEntry(
    StoredFile chunks,
    StoredFile keywords,
    @Nullable StoredFile vectors,
    long documentCount,
    long chunkCount,
    long sentenceCount) {
  List<StoredFile> files() {
    return Stream.of(chunks, keywords, vectors).flatMap(Stream::ofNullable).toList();
  }

  /** Opens the chunks alone, published or not. */
  public ChunksReader openChunks(Store store) throws IOException {
    return ChunksReader.of(chunks.open(store));
  }

  /** Starts a vectors file for the sentences of this segment. */
  public static VectorWriter createVectors(Store store, long number, EncoderMark encoder)
      throws IOException {
    String name = FileNames.of(FileKind.VECTORS, number);
    return VectorWriter.create(store, name, encoder.dimension());
  }

  /** The same texts with other vectors. */
  public SegmentEntry withVectors(long number, FileSeal seal) {
    StoredFile file = new StoredFile(FileKind.VECTORS, number, seal);
    return new SegmentEntry(chunks, keywords, file, documentCount, chunkCount, sentenceCount);
  }
}
