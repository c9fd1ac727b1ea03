package dev.arag.index.internal.commit;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.ChunksWriter;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.keyword.KeywordWriter;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes one segment: all texts first, then the vectors of their sentences. Not thread-safe. */
public final class SegmentWriter implements Closeable {
  private final Store store;
  private final long number;
  private final @Nullable EncoderInfo encoder;
  private final ChunksWriter chunks;
  private final KeywordWriter keywords;
  private @Nullable VectorWriter vectors;
  private @Nullable StoredFile chunksFile;
  private Counts counts = Counts.NONE;

  private SegmentWriter(
      Store store,
      long number,
      @Nullable EncoderInfo encoder,
      ChunksWriter chunks,
      KeywordWriter keywords) {
    this.store = store;
    this.number = number;
    this.encoder = encoder;
    this.chunks = chunks;
    this.keywords = keywords;
  }

  /**
   * @param number the number of its files
   * @param encoder null without embeddings
   */
  static SegmentWriter create(Store store, long number, @Nullable EncoderInfo encoder)
      throws IOException {
    ChunksWriter chunks = ChunksWriter.create(store, FileNames.of(FileKind.CHUNKS, number));
    try {
      String name = FileNames.of(FileKind.KEYWORDS, number);
      KeywordWriter keywords = KeywordWriter.create(store, name);
      return new SegmentWriter(store, number, encoder, chunks, keywords);
    } catch (IOException | RuntimeException e) {
      chunks.close();
      throw e;
    }
  }

  /** Adds a document with all its chunks. Document and chunk ids must be unique. */
  public void add(Document document, List<Chunk> documentChunks, Origin origin) throws IOException {
    chunks.add(document, documentChunks, origin);
    long sentences = 0;
    for (Chunk chunk : documentChunks) {
      keywords.add(chunk.text());
      sentences += chunk.sentences().size();
    }
    counts = counts.plus(new Counts(1, documentChunks.size(), sentences));
  }

  /** Adds the live documents of a stored segment, without their vectors. */
  void copyTexts(Segment from, Runnable interruption) throws IOException {
    ChunksReader stored = from.chunks();
    chunks.copy(stored, from::isLive);
    for (int i = 0; i < stored.documents(); i++) {
      if (from.isLive(i)) {
        interruption.run();
        keywords.copy(from.keywords(), stored.firstChunk(i), stored.firstChunk(i + 1));
        counts = counts.plus(from.count(i));
      }
    }
  }

  /** Whether it has neither documents nor keys of deleted ones. */
  boolean isEmpty() {
    return chunks.isEmpty();
  }

  /** Counts of all additions so far. */
  public Counts counts() {
    return counts;
  }

  /** Completes the texts and returns a reader for them. */
  public ChunksReader finishTexts() throws IOException {
    chunksFile = new StoredFile(FileKind.CHUNKS, number, chunks.finish());
    return ChunksReader.of(chunksFile.open(store));
  }

  /**
   * The writer for the vectors of all sentences, in sentence order.
   *
   * @throws IllegalStateException if there is no encoder
   */
  public VectorWriter vectors() throws IOException {
    if (encoder == null) {
      throw new IllegalStateException("A segment without an encoder has no vectors");
    }
    if (vectors == null) {
      String name = FileNames.of(FileKind.VECTORS, number);
      vectors = VectorWriter.create(store, name, encoder.dimension());
    }
    return vectors;
  }

  /** Completes the files. They become part of the index when a manifest lists them. */
  public SegmentEntry finish() throws IOException {
    if (chunksFile == null) {
      chunksFile = new StoredFile(FileKind.CHUNKS, number, chunks.finish());
    }
    FileIdentity keywordsSeal = keywords.finish();
    StoredFile vectorsFile =
        encoder == null ? null : new StoredFile(FileKind.VECTORS, number, vectors().finish());
    return new SegmentEntry(
        chunksFile,
        new StoredFile(FileKind.KEYWORDS, number, keywordsSeal),
        vectorsFile,
        null,
        counts,
        counts);
  }

  @Override
  public void close() throws IOException {
    try {
      if (vectors != null) {
        vectors.close();
      }
    } finally {
      try {
        keywords.close();
      } finally {
        chunks.close();
      }
    }
  }
}
