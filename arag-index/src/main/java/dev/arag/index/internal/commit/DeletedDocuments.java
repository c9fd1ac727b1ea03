package dev.arag.index.internal.commit;

import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.util.BitSet;

/**
 * Reads and writes the deletes file of a segment, which records the deleted documents.
 *
 * <pre>
 * bits     one bit for each document, starting with the lowest bit of the first byte; 1 means that
 *          the document is deleted; unused bits of the last byte are 0
 * trailer  int64 number of documents | int64 number of deleted documents
 * </pre>
 */
final class DeletedDocuments {
  private static final int TRAILER_BYTES = 16;

  private DeletedDocuments() {}

  static FileIdentity write(Store store, String name, BitSet deleted, int documents)
      throws IOException {
    try (BlockWriter file = BlockWriter.create(store, name, FileKind.DELETES)) {
      byte[] bits = new byte[bytes(documents)];
      byte[] used = deleted.toByteArray();
      System.arraycopy(used, 0, bits, 0, used.length);
      file.write(bits, 0, bits.length);
      file.writeLong(documents);
      file.writeLong(deleted.cardinality());
      return file.finish();
    }
  }

  /**
   * Reads a file that was written by {@link #write}.
   *
   * @param documents the number of documents in the segment
   * @param expected the number of deleted documents according to the manifest
   */
  static BitSet read(BlockReader file, int documents, long expected) {
    if (file.length() != bytes(documents) + (long) TRAILER_BYTES) {
      throw file.corrupt(0, "its length does not match " + documents + " documents");
    }
    byte[] bits = file.read(0, bytes(documents));
    BitSet deleted = BitSet.valueOf(bits);
    boolean agrees =
        file.readLong(bits.length) == documents
            && file.readLong(bits.length + Long.BYTES) == expected
            && deleted.cardinality() == expected
            && deleted.length() <= documents;
    if (!agrees) {
      throw file.corrupt(bits.length, "it does not delete " + expected + " documents");
    }
    return deleted;
  }

  private static int bytes(int documents) {
    return (int) ((documents + 7L) / 8);
  }
}
