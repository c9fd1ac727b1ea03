package dev.arag.index.internal.chunks;

import dev.arag.index.internal.file.BlockReader;
import java.nio.charset.StandardCharsets;

/**
 * Defines the layout of the body of a chunks file. Records are written by {@link
 * dev.arag.index.internal.file.RecordWriter}. Numbers in tables are little-endian. Documents,
 * chunks and sentences are numbered from 0 in the order in which they were added. The rank of a
 * document is its position when all documents of the file are sorted by id.
 *
 * <pre>
 * records    for each document, its record followed by the records of its chunks
 *   document   byte[32] hash | text id | text source | text key | texts warnings
 *              | number 0 or 1 | text title if 1 | number length of the title line if 1 | metadata
 *   metadata   number of entries, then for each entry: text key | number kind | value
 *              (kind 1: text, 2: int64, 3: float64, 4: number 0 or 1, 5: texts); keys are in
 *              ascending order by code point
 *   chunk      text id | number ordinal | number offset in the document with its title line
 *              | number page, 0 if unknown | number tokens | text
 *              | number of heading paths, then for each path: texts; the path of the chunk is first
 *              | number of sentences, then for each sentence: number gap after the previous
 *              sentence | number length | number 2 * index of its heading path, plus 1 if the
 *              sentence is a heading
 *              | number of pages that begin inside the text, then for each page: number distance
 *              from the previous page start, or from the start of the chunk | number page
 * documents  20 bytes each: int64 record offset | int32 record length | int32 first chunk
 *            | int32 rank
 * chunks     24 bytes each: int64 record offset | int64 first sentence | int32 record length
 *            | int32 document
 * slots      hash table of documents; int32 each: 0, or a document number plus 1
 * slots      hash table of chunks; int32 each: 0, or a chunk number plus 1
 * warned     int32 each: number of a document with warnings, in ascending order
 * retired    13 bytes each: key of a removed document, in ascending order
 * trailer    64 bytes: int64 offset of the documents table | int64 number of documents
 *            | int64 number of chunks | int64 number of sentences | int64 number of document slots
 *            | int64 number of chunk slots | int64 length of warned | int64 length of retired
 * </pre>
 *
 * Offsets, gaps and lengths of sentences are numbers of UTF-16 units. To look up an id, start at
 * the slot whose index is the hash of the id modulo the number of slots, which is a power of two.
 * Continue with the following slots up to the first empty one.
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

  // Offsets of fields in an entry of the documents table. The record offset is the first field.
  static final int DOCUMENT_LENGTH = 8;
  static final int DOCUMENT_FIRST_CHUNK = 12;
  static final int DOCUMENT_RANK = 16;

  // Offsets of fields in an entry of the chunks table. The record offset is the first field.
  static final int CHUNK_FIRST_SENTENCE = 8;
  static final int CHUNK_LENGTH = 16;
  static final int CHUNK_DOCUMENT = 20;

  // The kinds of metadata values.
  static final int TEXT = 1;
  static final int INT64 = 2;
  static final int FLOAT64 = 3;
  static final int FLAG = 4;
  static final int TEXTS = 5;

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** Reads the trailer and checks that the tables have the right total size. */
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

  /**
   * Computes the hash of an id: the 64-bit FNV-1a hash of its UTF-8 bytes, folded to 32 bits by XOR
   * of the two halves.
   */
  static int hash(String id) {
    long hash = FNV_OFFSET;
    for (byte each : id.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xff)) * FNV_PRIME;
    }
    return (int) (hash ^ (hash >>> 32));
  }
}
