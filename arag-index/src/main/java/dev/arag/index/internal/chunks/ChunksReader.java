package dev.arag.index.internal.chunks;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.RecordReader;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads a chunks file. Holds no text in the heap. Safe for use by several threads. */
public final class ChunksReader {
  private final BlockReader file;
  private final ChunksLayout layout;

  private ChunksReader(BlockReader file, ChunksLayout layout) {
    this.file = file;
    this.layout = layout;
  }

  public static ChunksReader of(BlockReader file) {
    return new ChunksReader(file, ChunksLayout.read(file));
  }

  public int documents() {
    return (int) layout.documents();
  }

  public int chunks() {
    return (int) layout.chunks();
  }

  public long sentences() {
    return layout.sentences();
  }

  /** The number of the chunk with this id; empty if there is none. */
  public OptionalInt find(ChunkId id) {
    int slots = (int) layout.slots();
    int slot = ChunksLayout.firstSlot(id.value(), slots);
    for (int tries = 0; tries < slots; tries++) {
      int entry = file.readInt(layout.slot(slot));
      if (entry == 0) {
        return OptionalInt.empty();
      }
      if (id.equals(id(requireChunk(entry - 1)))) {
        return OptionalInt.of(entry - 1);
      }
      slot = (slot + 1) & (slots - 1);
    }
    return OptionalInt.empty();
  }

  private int requireChunk(int chunk) {
    if (chunk < 0 || chunk >= chunks()) {
      throw file.corrupt(layout.trailer(), "there is no chunk " + chunk);
    }
    return chunk;
  }

  /** Reads a chunk whole. */
  public Chunk read(int chunk) {
    int document = document(chunk);
    try {
      return ChunkRecord.read(
          record(chunk),
          readDocument(document),
          neighbour(chunk - 1, document),
          neighbour(chunk + 1, document));
    } catch (IllegalArgumentException e) {
      throw new CorruptIndexException(
          file.file() + " holds an impossible chunk " + chunk + ": " + e.getMessage(), e);
    }
  }

  private @Nullable ChunkId neighbour(int chunk, int document) {
    boolean inDocument = chunk >= 0 && chunk < chunks() && document(chunk) == document;
    return inDocument ? id(chunk) : null;
  }

  private ChunkId id(int chunk) {
    return ChunkId.of(ChunkRecord.readId(record(chunk)));
  }

  private RecordReader record(int chunk) {
    long entry = layout.chunk(chunk);
    return RecordReader.of(file, file.readLong(entry), file.readInt(entry + 16));
  }

  /** The document a chunk is part of. */
  public int document(int chunk) {
    int document = file.readInt(layout.chunk(requireChunk(chunk)) + 20);
    if (document < 0 || document >= documents()) {
      throw file.corrupt(layout.chunk(chunk), "there is no document " + document);
    }
    return document;
  }

  /** Id, title and metadata of a document. */
  public StoredDocument readDocument(int document) {
    long entry = layout.document(document);
    return DocumentRecord.read(
        RecordReader.of(file, file.readLong(entry), file.readInt(entry + 8)));
  }

  /** A document's place among all of this file, sorted by id. */
  public int rank(int document) {
    return file.readInt(layout.document(document) + 16);
  }

  /** The number of a document's first chunk; that of the document after it ends it. */
  public int firstChunk(int document) {
    return document == documents() ? chunks() : file.readInt(layout.document(document) + 12);
  }

  /** The number of a chunk's first sentence; that of the chunk after it ends it. */
  public long firstSentence(int chunk) {
    return chunk == chunks() ? sentences() : file.readLong(layout.chunk(chunk) + 8);
  }
}
