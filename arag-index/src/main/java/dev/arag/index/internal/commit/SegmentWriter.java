package dev.arag.index.internal.commit;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.internal.chunks.ChunksWriter;
import dev.arag.index.internal.chunks.ContentHash;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.keyword.KeywordWriter;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Writes the texts of one segment; vectors are made of them afterwards. For one thread. */
public final class SegmentWriter implements Closeable {
  private final long number;
  private final ChunksWriter chunks;
  private final KeywordWriter keywords;
  private long documentCount;
  private long chunkCount;
  private long sentenceCount;

  private SegmentWriter(long number, ChunksWriter chunks, KeywordWriter keywords) {
    this.number = number;
    this.chunks = chunks;
    this.keywords = keywords;
  }

  /**
   * @param number of its files
   */
  public static SegmentWriter create(Store store, long number) throws IOException {
    ChunksWriter chunks = ChunksWriter.create(store, FileNames.of(FileKind.CHUNKS, number));
    try {
      String name = FileNames.of(FileKind.KEYWORDS, number);
      return new SegmentWriter(number, chunks, KeywordWriter.create(store, name));
    } catch (IOException | RuntimeException e) {
      chunks.close();
      throw e;
    }
  }

  /** Adds a document with all its chunks. Ids of documents and chunks must be new. */
  public void add(Document document, List<Chunk> documentChunks) throws IOException {
    chunks.add(
        document, documentChunks, new Origin("", ContentHash.of(new byte[32]), "", List.of()));
    for (Chunk chunk : documentChunks) {
      keywords.add(chunk.text());
      sentenceCount += chunk.sentences().size();
    }
    documentCount++;
    chunkCount += documentChunks.size();
  }

  public long documentCount() {
    return documentCount;
  }

  public long chunkCount() {
    return chunkCount;
  }

  public long sentenceCount() {
    return sentenceCount;
  }

  /** Completes the files; they belong to the index once a manifest lists them. */
  public SegmentEntry finish() throws IOException {
    return new SegmentEntry(
        new StoredFile(FileKind.CHUNKS, number, chunks.finish()),
        new StoredFile(FileKind.KEYWORDS, number, keywords.finish()),
        null,
        documentCount,
        chunkCount,
        sentenceCount);
  }

  @Override
  public void close() throws IOException {
    try {
      chunks.close();
    } finally {
      keywords.close();
    }
  }
}
