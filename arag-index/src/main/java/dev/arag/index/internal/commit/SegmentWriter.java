package dev.arag.index.internal.commit;

import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.internal.chunks.ChunksWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.keyword.KeywordWriter;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the files of one segment side by side. For one thread. */
public final class SegmentWriter implements Closeable {
  private final long number;
  private final ChunksWriter chunks;
  private final KeywordWriter keywords;
  private final @Nullable VectorWriter vectors;
  private long documentCount;
  private long chunkCount;
  private long sentenceCount;

  private SegmentWriter(
      long number, ChunksWriter chunks, KeywordWriter keywords, @Nullable VectorWriter vectors) {
    this.number = number;
    this.chunks = chunks;
    this.keywords = keywords;
    this.vectors = vectors;
  }

  /**
   * @param number of its files
   * @param encoder null if nothing is to be embedded
   */
  public static SegmentWriter create(Store store, long number, @Nullable EncoderMark encoder)
      throws IOException {
    ChunksWriter chunks = ChunksWriter.create(store, FileNames.of(FileKind.CHUNKS, number));
    KeywordWriter keywords = null;
    try {
      keywords = KeywordWriter.create(store, FileNames.of(FileKind.KEYWORDS, number));
      VectorWriter vectors = encoder == null ? null : createVectors(store, number, encoder);
      return new SegmentWriter(number, chunks, keywords, vectors);
    } catch (IOException | RuntimeException e) {
      chunks.close();
      if (keywords != null) {
        keywords.close();
      }
      throw e;
    }
  }

  /** Starts a vectors file for chunks that are stored already. */
  public static VectorWriter createVectors(Store store, long number, EncoderMark encoder)
      throws IOException {
    String name = FileNames.of(FileKind.VECTORS, number);
    return VectorWriter.create(store, name, encoder.dimension());
  }

  /** Adds a document with all its chunks; their vectors follow in the same order. */
  public void add(Document document, List<Chunk> documentChunks) throws IOException {
    chunks.add(document, documentChunks);
    for (Chunk chunk : documentChunks) {
      keywords.add(chunk.text());
      sentenceCount += chunk.sentences().size();
    }
    documentCount++;
    chunkCount += documentChunks.size();
  }

  /** Adds the vectors of the next sentences. */
  public void addVectors(List<Embedding> embeddings) throws IOException {
    if (vectors == null) {
      throw new IllegalStateException("This segment has no vectors");
    }
    for (Embedding embedding : embeddings) {
      vectors.add(embedding);
    }
  }

  /** Completes the files; they belong to the index once a manifest lists them. */
  public SegmentEntry finish() throws IOException {
    return new SegmentEntry(
        new StoredFile(FileKind.CHUNKS, number, chunks.finish()),
        new StoredFile(FileKind.KEYWORDS, number, keywords.finish()),
        vectors == null ? null : new StoredFile(FileKind.VECTORS, number, vectors.finish()),
        documentCount,
        chunkCount,
        sentenceCount);
  }

  @Override
  public void close() throws IOException {
    try {
      chunks.close();
    } finally {
      closeOthers();
    }
  }

  private void closeOthers() throws IOException {
    try {
      keywords.close();
    } finally {
      if (vectors != null) {
        vectors.close();
      }
    }
  }
}
