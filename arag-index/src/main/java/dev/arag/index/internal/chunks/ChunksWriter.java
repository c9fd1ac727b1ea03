package dev.arag.index.internal.chunks;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.FileSeal;
import dev.arag.index.internal.file.IntColumn;
import dev.arag.index.internal.file.LongColumn;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Writes a chunks file. Texts go to the disk as they come; ids and a few numbers for each document
 * and chunk stay in the heap until the end. For one thread.
 */
public final class ChunksWriter implements Closeable {
  private final BlockWriter file;
  private final RecordWriter record = new RecordWriter();
  private final List<String> documentIds = new ArrayList<>();
  private final LongColumn documentOffsets = new LongColumn();
  private final IntColumn documentLengths = new IntColumn();
  private final IntColumn firstChunks = new IntColumn();
  private final List<String> chunkIds = new ArrayList<>();
  private final LongColumn chunkOffsets = new LongColumn();
  private final IntColumn chunkLengths = new IntColumn();
  private final LongColumn firstSentences = new LongColumn();
  private final IntColumn chunkDocuments = new IntColumn();
  private long sentences;

  private ChunksWriter(BlockWriter file) {
    this.file = file;
  }

  public static ChunksWriter create(Store store, String name) throws IOException {
    return new ChunksWriter(BlockWriter.create(store, name, FileKind.CHUNKS));
  }

  /**
   * Adds a document with all its chunks, in their order. Ids of documents and chunks must be new.
   *
   * @throws IllegalArgumentException if a text cannot be stored; the file is of no use then
   */
  public void add(Document document, List<Chunk> chunks) throws IOException {
    int number = documentIds.size();
    documentIds.add(document.id());
    firstChunks.add(chunkIds.size());
    documentOffsets.add(file.position());
    DocumentRecord.write(document, record);
    documentLengths.add(flush());
    for (Chunk chunk : chunks) {
      add(chunk, number);
    }
  }

  private void add(Chunk chunk, int document) throws IOException {
    chunkIds.add(chunk.id().value());
    chunkOffsets.add(file.position());
    firstSentences.add(sentences);
    chunkDocuments.add(document);
    ChunkRecord.write(chunk, record);
    chunkLengths.add(flush());
    sentences += chunk.sentences().size();
  }

  private int flush() throws IOException {
    int length = record.size();
    record.writeTo(file);
    record.clear();
    return length;
  }

  public FileSeal finish() throws IOException {
    long tables = file.position();
    writeDocuments(documentsByRank());
    writeChunks();
    int[] slots = slots();
    for (int slot : slots) {
      file.writeInt(slot);
    }
    writeTrailer(tables, slots.length);
    return file.finish();
  }

  private int[] documentsByRank() {
    return IntStream.range(0, documentIds.size())
        .boxed()
        .sorted(Comparator.comparing(documentIds::get, CorpusOrder::compareCodePoints))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private void writeDocuments(int[] ranks) throws IOException {
    int[] rankOf = new int[ranks.length];
    for (int rank = 0; rank < ranks.length; rank++) {
      rankOf[ranks[rank]] = rank;
    }
    for (int i = 0; i < ranks.length; i++) {
      file.writeLong(documentOffsets.get(i));
      file.writeInt(documentLengths.get(i));
      file.writeInt(firstChunks.get(i));
      file.writeInt(rankOf[i]);
    }
  }

  private void writeChunks() throws IOException {
    for (int i = 0; i < chunkIds.size(); i++) {
      file.writeLong(chunkOffsets.get(i));
      file.writeLong(firstSentences.get(i));
      file.writeInt(chunkLengths.get(i));
      file.writeInt(chunkDocuments.get(i));
    }
  }

  /** At most two thirds full, so that a search for an id ends soon. */
  private int[] slots() {
    long wanted = Math.max(2, chunkIds.size() * 3L / 2);
    int[] slots = new int[Math.toIntExact(Long.highestOneBit(wanted) * 2)];
    for (int i = 0; i < chunkIds.size(); i++) {
      int slot = ChunksLayout.firstSlot(chunkIds.get(i), slots.length);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = i + 1;
    }
    return slots;
  }

  private void writeTrailer(long tables, int slots) throws IOException {
    file.writeLong(tables);
    file.writeLong(documentIds.size());
    file.writeLong(chunkIds.size());
    file.writeLong(sentences);
    file.writeLong(slots);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
