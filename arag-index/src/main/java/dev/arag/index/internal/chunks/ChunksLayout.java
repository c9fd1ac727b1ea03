package dev.arag.index.internal.chunks;

import dev.arag.index.internal.file.BlockReader;

/**
 * Defines the layout of the body of a chunks file. Records are written by {@link
 * dev.arag.index.internal.file.RecordWriter}. Numbers in tables are little-endian. Documents,
 * chunks and sentences are numbered from 0 in the order in which they were added. The rank of a
 * document is its position when all documents of the file are sorted by id.
 *
 * <pre>
 * records    for each document, its record, its blocks, and the records of its chunks
 *   document   byte[32] hash | text id | text source | text key | texts warnings
 *              | number 0 or 1 | text title if 1 | number length of the title line if 1 | metadata
 *   metadata   number of entries, then for each entry: text key | number kind | value
 *              (kind 1: text, 2: int64, 3: float64, 4: number 0 or 1, 5: texts); keys are in
 *              ascending order by code point
 *   blocks     any number of blocks of further data about the document, each: number kind
 *              | number length | bytes. Readers ignore unknown kinds
 *   tables     the block of kind 1, if the document has tables: int32 number of tables
 *              | 12 bytes each: int32 offset, int32 end of its last row, int32 end of its header
 *              text | the header texts in UTF-8. The first two are offsets in the text of the
 *              document without its title line, the third is one in the header texts
 *   layouts    the block of kind 2, if the places of the text are known: int32 number of layouts
 *              | 8 bytes each: int32 offset of the end of its text, int32 end of its numbers | the
 *              numbers of {@link dev.arag.core.text.PageLayout#values}, each n as number 2 * n, or
 *              as -2 * n - 1 if n is negative. Offsets are in the text of the document without its
 *              title line
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
 * ids        12 bytes for each document, see {@link IdTable}
 * ids        12 bytes for each chunk
 * warned     int32 each: number of a document with warnings, in ascending order
 * retired    13 bytes each: key of a removed document, in ascending order
 * trailer    48 bytes: int64 offset of the documents table | int64 number of documents
 *            | int64 number of chunks | int64 number of sentences | int64 length of warned
 *            | int64 length of retired
 * </pre>
 *
 * Offsets, gaps and lengths of sentences are numbers of UTF-16 units.
 */
record ChunksLayout(
    long tables,
    long documents,
    long chunks,
    long sentences,
    long warned,
    long retired,
    long trailer) {
  static final int DOCUMENT_BYTES = 20;
  static final int CHUNK_BYTES = 24;
  static final int TRAILER_BYTES = 48;
  private static final int OLD_TRAILER_BYTES = 64;

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

  // The kinds of blocks of a document.
  static final int TABLES = 1;
  static final int LAYOUTS = 2;

  /**
   * Reads the trailer and checks that the tables have the right total size. The trailer of version
   * 1 has 64 bytes, and the tables after that of the chunks are different, so they are not read.
   */
  static ChunksLayout read(BlockReader file) {
    boolean isOld = file.isOld();
    long trailer = file.length() - (isOld ? OLD_TRAILER_BYTES : TRAILER_BYTES);
    ChunksLayout layout =
        new ChunksLayout(
            file.readLong(trailer),
            file.readLong(trailer + 8),
            file.readLong(trailer + 16),
            file.readLong(trailer + 24),
            isOld ? 0 : file.readLong(trailer + 32),
            isOld ? 0 : file.readLong(trailer + 40),
            trailer);
    boolean isWhole =
        isOld ? layout.chunkIds() <= trailer : layout.retiredAt(layout.retired) == trailer;
    if (!layout.isPossible() || !isWhole) {
      throw file.corrupt(trailer, "the sizes of its tables do not match its length");
    }
    return layout;
  }

  private boolean isPossible() {
    return isCount(documents)
        && isCount(chunks)
        && isCount(retired)
        && warned >= 0
        && warned <= documents
        && sentences >= 0
        && tables >= 0;
  }

  private static boolean isCount(long value) {
    return value >= 0 && value < Integer.MAX_VALUE;
  }

  long documentAt(long document) {
    return tables + DOCUMENT_BYTES * document;
  }

  long chunkAt(long chunk) {
    return documentAt(documents) + CHUNK_BYTES * chunk;
  }

  long documentIds() {
    return chunkAt(chunks);
  }

  long chunkIds() {
    return documentIds() + IdTable.ENTRY_BYTES * documents;
  }

  long warnedAt(long index) {
    return chunkIds() + IdTable.ENTRY_BYTES * chunks + Integer.BYTES * index;
  }

  long retiredAt(long index) {
    return warnedAt(warned) + Origin.KEY_LENGTH * index;
  }
}
