package dev.arag.index.internal.chunks;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.IntColumn;
import dev.arag.index.internal.file.LongColumn;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Writes a chunks file. Texts are written immediately and are not kept on the heap. The heap
 * contains only a few numbers for each document and chunk, and the ids of documents that were added
 * but not of documents that were copied. Not thread-safe.
 */
public final class ChunksWriter implements Closeable {
  private static final int NOT_COPIED = -1;

  private final BlockWriter file;
  private final RecordWriter record = new RecordWriter();
  private final IntColumn documentLengths = new IntColumn();
  private final IntColumn blockLengths = new IntColumn();
  private final LongColumn documentKeys = new LongColumn();
  private final IntColumn firstChunks = new IntColumn();
  private final IntColumn warned = new IntColumn();
  private final IntColumn chunkLengths = new IntColumn();
  private final LongColumn chunkKeys = new LongColumn();
  private final IntColumn sentenceCounts = new IntColumn();
  private final AddedDocuments added = new AddedDocuments();
  private final List<SortedDocuments> groups = new ArrayList<>(List.of(added));
  private final RetiredKeys retired = new RetiredKeys();
  private long sentences;

  private ChunksWriter(BlockWriter file) {
    this.file = file;
  }

  public static ChunksWriter create(Store store, String name) throws IOException {
    return new ChunksWriter(BlockWriter.create(store, name, FileKind.CHUNKS));
  }

  /**
   * Returns the number of documents written so far, which is also the number of the next document.
   */
  public int documents() {
    return documentLengths.size();
  }

  /** Returns the number of chunks written so far. */
  public int chunks() {
    return chunkLengths.size();
  }

  /** Returns the number of sentences written so far. */
  public long sentences() {
    return sentences;
  }

  /**
   * Adds a document with all of its chunks in order. The ids of the document and of its chunks must
   * be new in this file.
   *
   * @throws IllegalArgumentException if a text cannot be stored; the file must then be discarded
   */
  public void add(Document document, List<Chunk> chunks, Origin origin) throws IOException {
    added.add(document.id(), documents());
    if (!origin.warnings().isEmpty()) {
      warned.add(documents());
    }
    int titleLine = chunks.isEmpty() ? 0 : Math.max(0, -chunks.get(0).location().offset());
    DocumentRecord.write(document, titleLine, origin, record);
    int length = flush();
    StoredTables.write(chunks, record);
    StoredLayouts.write(document.layouts(), record);
    startDocument(document.id(), length, flush());
    for (Chunk chunk : chunks) {
      ChunkRecord.write(chunk, titleLine, record);
      addChunk(chunk.id().value(), flush(), chunk.sentences().size());
    }
  }

  private void startDocument(String id, int length, int blockLength) {
    documentLengths.add(length);
    blockLengths.add(blockLength);
    documentKeys.add(IdTable.key(id));
    firstChunks.add(chunks());
  }

  private void addChunk(String id, int length, int sentenceCount) {
    chunkLengths.add(length);
    chunkKeys.add(IdTable.key(id));
    sentenceCounts.add(sentenceCount);
    sentences += sentenceCount;
  }

  private int flush() throws IOException {
    int length = record.size();
    record.writeTo(file);
    record.clear();
    return length;
  }

  /**
   * Copies documents of another file unchanged. The keys of deleted documents, which are not
   * copied, are stored as retired keys. Retired keys of the other file are also copied. The other
   * file must remain open until {@link #finish} returns.
   *
   * @param isLive tells whether the document with a given number in {@code from} has to be copied;
   *     called once for each document in ascending order
   */
  public void copy(ChunksReader from, IntPredicate isLive) throws IOException {
    int[] numbers = new int[from.documents()];
    for (int document = 0; document < numbers.length; document++) {
      if (isLive.test(document)) {
        numbers[document] = documents();
        copyDocument(from, document);
      } else {
        numbers[document] = NOT_COPIED;
        retire(from.key(document));
      }
    }
    Arrays.stream(from.warned())
        .map(document -> numbers[document])
        .filter(number -> number != NOT_COPIED)
        .forEach(warned::add);
    from.copyRetired(retired);
    groups.add(new CopiedDocuments(from, numbers));
  }

  /** Returns whether the file contains neither documents nor retired keys. */
  public boolean isEmpty() {
    return documents() == 0 && retired.isEmpty();
  }

  private void retire(String key) {
    if (!key.isEmpty()) {
      retired.add(key);
    }
  }

  private void copyDocument(ChunksReader from, int document) throws IOException {
    RecordReader stored = from.documentRecord(document);
    String id = DocumentRecord.readHead(stored).id();
    startDocument(id, stored.copyTo(file), from.blocks(document).copyTo(file));
    int end = from.firstChunk(document + 1);
    for (int chunk = from.firstChunk(document); chunk < end; chunk++) {
      copyChunk(from, chunk);
    }
  }

  private void copyChunk(ChunksReader from, int chunk) throws IOException {
    RecordReader stored = from.chunkRecord(chunk);
    String id = ChunkRecord.readId(stored).value();
    addChunk(id, stored.copyTo(file), from.sentenceCount(chunk));
  }

  /** Writes the tables and forces the file to disk. */
  public FileIdentity finish() throws IOException {
    long tables = file.position();
    writeDocuments();
    writeChunks();
    IdTable.write(documentKeys, file);
    IdTable.write(chunkKeys, file);
    for (int i = 0; i < warned.size(); i++) {
      file.writeInt(warned.get(i));
    }
    int retiredCount = retired.write(file);
    file.writeLong(tables);
    file.writeLong(documents());
    file.writeLong(chunks());
    file.writeLong(sentences);
    file.writeLong(warned.size());
    file.writeLong(retiredCount);
    return file.finish();
  }

  private int endChunk(int document) {
    return document + 1 < documents() ? firstChunks.get(document + 1) : chunks();
  }

  private void writeDocuments() throws IOException {
    int[] ranks = Ranking.rank(documents(), groups);
    long offset = 0;
    for (int document = 0; document < ranks.length; document++) {
      file.writeLong(offset);
      file.writeInt(documentLengths.get(document));
      file.writeInt(firstChunks.get(document));
      file.writeInt(ranks[document]);
      offset += (long) documentLengths.get(document) + blockLengths.get(document);
      for (int chunk = firstChunks.get(document); chunk < endChunk(document); chunk++) {
        offset += chunkLengths.get(chunk);
      }
    }
  }

  private void writeChunks() throws IOException {
    long offset = 0;
    long firstSentence = 0;
    for (int document = 0; document < documents(); document++) {
      offset += (long) documentLengths.get(document) + blockLengths.get(document);
      for (int chunk = firstChunks.get(document); chunk < endChunk(document); chunk++) {
        file.writeLong(offset);
        file.writeLong(firstSentence);
        file.writeInt(chunkLengths.get(chunk));
        file.writeInt(document);
        offset += chunkLengths.get(chunk);
        firstSentence += sentenceCounts.get(chunk);
      }
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
