package dev.arag.index.internal.chunks;

import dev.arag.index.internal.file.BlockReader;
import java.nio.charset.StandardCharsets;

/**
 * Layout of the body of a chunks file. Numbers in tables are little-endian; {@link
 * dev.arag.index.internal.file.RecordWriter} writes records. Documents, chunks and sentences are
 * numbered from 0 in the order they were added. The rank of a document is its place when all
 * documents are sorted by id.
 *
 * <pre>
 * records    for each document its record, then the records of its chunks
 *   document   byte[32] hash | text id | text source | text key | texts warnings
 *              | number 0 or 1 | text title if 1 | metadata
 *   metadata   number count | count times: text key, number kind, value (1 text, 2 int64,
 *              3 float64, 4 number 0 or 1, 5 texts); keys ascend by code point
 *   chunk      text id | number ordinal | number offset in the document | number page, 0 for none
 *              | number tokens | text | number of heading paths, each texts; first the path of the chunk
 *              | number of sentences, each: number gap after the previous sentence
 *              | number length | number 2 * heading path, plus 1 for a heading line
 * documents  20 bytes each: int64 record offset | int32 record length | int32 first chunk
 *            | int32 rank
 * chunks     24 bytes each: int64 record offset | int64 first sentence | int32 record length
 *            | int32 document
 * slots      int32 each: 0, or a document number plus 1
 * slots      int32 each: 0, or a chunk number plus 1
 * warned     int32 each: number of a document with warnings, ascending
 * retired    13 bytes each: key of a removed document, ascending
 * trailer    64 bytes: int64 offset of the documents table | int64 documents | int64 chunks
 *            | int64 sentences | int64 slots of documents | int64 slots of chunks | int64 warned
 *            | int64 retired
 * </pre>
 *
 * Offsets, gaps and lengths of sentences count UTF-16 units. A lookup starts at the slot given by
 * the hash of the id modulo the number of slots, a power of two. It continues to the first empty
 * slot.
 */
record ChunksLayout(
    long tables,
    long documents,
    long chunks,
    long sentences,
    long documentSlots,
    long chunkSlots,
    long warned,
    long retired,
    long trailer) {
  static final int DOCUMENT_BYTES = 20;
  static final int CHUNK_BYTES = 24;
  static final int TRAILER_BYTES = 64;

  // Offsets in an entry of the documents table, after the offset of the record.
  static final int DOCUMENT_LENGTH = 8;
  static final int DOCUMENT_FIRST_CHUNK = 12;
  static final int DOCUMENT_RANK = 16;

  // Offsets in an entry of the chunks table, after the offset of the record.
  static final int CHUNK_FIRST_SENTENCE = 8;
  static final int CHUNK_LENGTH = 16;
  static final int CHUNK_DOCUMENT = 20;

  // Kinds of metadata values.
  static final int TEXT = 1;
  static final int INT64 = 2;
  static final int FLOAT64 = 3;
  static final int FLAG = 4;
  static final int TEXTS = 5;

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** Reads the trailer and checks that the tables fill the body. */
  static ChunksLayout read(BlockReader file) {
    long trailer = file.length() - TRAILER_BYTES;
    ChunksLayout layout =
        new ChunksLayout(
            file.readLong(trailer),
            file.readLong(trailer + 8),
            file.readLong(trailer + 16),
            file.readLong(trailer + 24),
            file.readLong(trailer + 32),
            file.readLong(trailer + 40),
            file.readLong(trailer + 48),
            file.readLong(trailer + 56),
            trailer);
    if (!layout.isPossible()) {
      throw file.corrupt(trailer, "the sizes of its tables do not match its length");
    }
    return layout;
  }

  private boolean isPossible() {
    return isCount(documents)
        && isCount(chunks)
        && isSlots(documentSlots, documents)
        && isSlots(chunkSlots, chunks)
        && isCount(retired)
        && warned >= 0
        && warned <= documents
        && sentences >= 0
        && tables >= 0
        && retiredAt(retired) == trailer;
  }

  private static boolean isCount(long value) {
    return value >= 0 && value < Integer.MAX_VALUE;
  }

  private static boolean isSlots(long slots, long entries) {
    return isCount(slots) && Long.bitCount(slots) == 1 && slots > entries;
  }

  long documentAt(long document) {
    return tables + DOCUMENT_BYTES * document;
  }

  long chunkAt(long chunk) {
    return documentAt(documents) + CHUNK_BYTES * chunk;
  }

  long documentSlotAt(long slot) {
    return chunkAt(chunks) + Integer.BYTES * slot;
  }

  long chunkSlotAt(long slot) {
    return documentSlotAt(documentSlots) + Integer.BYTES * slot;
  }

  long warnedAt(long index) {
    return chunkSlotAt(chunkSlots) + Integer.BYTES * index;
  }

  long retiredAt(long index) {
    return warnedAt(warned) + Origin.KEY_LENGTH * index;
  }

  /** 64-bit FNV-1a of the id's UTF-8 bytes, the upper half xor-ed into the lower half. */
  static int hash(String id) {
    long hash = FNV_OFFSET;
    for (byte each : id.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xff)) * FNV_PRIME;
    }
    return (int) (hash ^ (hash >>> 32));
  }
}
