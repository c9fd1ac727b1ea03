package dev.arag.index.internal.chunks;

import dev.arag.index.internal.file.BlockReader;
import java.nio.charset.StandardCharsets;

/**
 * The body of a chunks file. Numbers in tables are little-endian, records are written by {@link
 * dev.arag.index.internal.file.RecordWriter}. Documents and chunks are numbered from 0 in the order
 * they were added, chunks of a document without gap and in their order; sentences of the segment
 * likewise. The rank of a document is its place when all are sorted by id.
 *
 * <pre>
 * records    in the order of adding, one of each document, then those of its chunks
 *   document   text id | number 0 or 1 | text title if 1 | metadata
 *   metadata   number count | count times: text key, number kind, value (1 text, 2 int64,
 *              3 float64 bits, 4 number 0 or 1, 5 texts); in key order
 *   chunk      text id | number ordinal | number offset in the document | number page, 0 for none
 *              | number tokens | text | number of heading paths, each texts, the chunk's own first
 *              | number of sentences, each: number gap since the end of the one before
 *              | number length | number 2 * heading path, plus 1 for a heading line
 * documents  20 bytes each: int64 record offset | int32 record length | int32 first chunk
 *            | int32 rank
 * chunks     24 bytes each: int64 record offset | int64 first sentence | int32 record length
 *            | int32 document
 * slots      int32 each: 0, or a chunk number plus 1
 * trailer    40 bytes: int64 offset of the documents table | int64 documents | int64 chunks
 *            | int64 sentences | int64 slots
 * </pre>
 *
 * Offsets, gaps and lengths of sentences count UTF-16 units. The slot a chunk id is looked for
 * first is its hash, folded, modulo the number of slots, a power of two; then the next ones, until
 * an empty slot. The hash is 64-bit FNV-1a over the id's UTF-8 bytes; folded means its upper half
 * xor-ed on its lower half.
 */
record ChunksLayout(
    long tables, long documents, long chunks, long sentences, long slots, long trailer) {
  static final int DOCUMENT_BYTES = 20;
  static final int CHUNK_BYTES = 24;
  static final int TRAILER_BYTES = 40;

  static final int TEXT = 1;
  static final int WHOLE = 2;
  static final int DECIMAL = 3;
  static final int TRUTH = 4;
  static final int TEXTS = 5;

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** Reads the trailer and checks that the tables fill what they should. */
  static ChunksLayout read(BlockReader file) {
    long trailer = file.length() - TRAILER_BYTES;
    ChunksLayout layout =
        new ChunksLayout(
            file.readLong(trailer),
            file.readLong(trailer + 8),
            file.readLong(trailer + 16),
            file.readLong(trailer + 24),
            file.readLong(trailer + 32),
            trailer);
    if (!layout.isPossible()) {
      throw file.corrupt(trailer, "its tables do not fit");
    }
    return layout;
  }

  private boolean isPossible() {
    return isCount(documents)
        && isCount(chunks)
        && isCount(slots)
        && Long.bitCount(slots) == 1
        && slots > chunks
        && sentences >= 0
        && tables >= 0
        && tables == trailer - 4 * slots - CHUNK_BYTES * chunks - DOCUMENT_BYTES * documents;
  }

  private static boolean isCount(long value) {
    return value >= 0 && value < Integer.MAX_VALUE;
  }

  long document(int document) {
    return tables + (long) DOCUMENT_BYTES * document;
  }

  long chunk(int chunk) {
    return document((int) documents) + (long) CHUNK_BYTES * chunk;
  }

  long slot(int slot) {
    return chunk((int) chunks) + 4L * slot;
  }

  /** Where the search for an id begins. */
  static int firstSlot(String id, long slots) {
    long hash = FNV_OFFSET;
    for (byte each : id.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xff)) * FNV_PRIME;
    }
    return (int) ((hash ^ (hash >>> 32)) & (slots - 1));
  }
}
