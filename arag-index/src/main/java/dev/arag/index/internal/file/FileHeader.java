package dev.arag.index.internal.file;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.error.IndexVersionException;
import dev.arag.core.internal.hash.Sha256;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Defines the header and footer that every index file has. Numbers are little-endian.
 *
 * <pre>
 * header  64 bytes: int32 magic "ARAG" | int32 kind | int32 version | int32 block bytes (262,144)
 *                   | 44 bytes zero | int32 crc32c of the preceding 60 bytes
 * body    blocks of 262,144 bytes; the last block may be shorter
 * table   int32 crc32c of each body block
 * root    int32 crc32c of each 262,144 bytes of the table
 * footer  64 bytes: int64 body length | byte[16] id | int32 crc32c of the root | 28 bytes zero
 *                   | int32 magic "GARA" | int32 crc32c of the preceding 60 bytes
 * </pre>
 *
 * The id is the first half of the SHA-256 hash of the header, the body length and the table. See
 * docs/index-format.md for details.
 */
final class FileHeader {
  static final int HEADER_BYTES = 64;
  static final int FOOTER_BYTES = 64;
  static final int BLOCK_BYTES = 1 << 18;
  static final int VERSION = 2;

  /** The version of which only documents and vectors are read, so that they can be kept. */
  static final int OLDEST_VERSION = 1;

  private static final int MAGIC = 0x47415241;
  private static final int END_MAGIC = 0x41524147;
  private static final int CHECKED_BYTES = 60;

  private FileHeader() {}

  /** Offsets and sizes of the parts of a file. */
  record Layout(long bodyLength, long blocks, long tableBlocks) {
    static Layout of(long bodyLength) {
      long blocks = blocks(bodyLength);
      return new Layout(bodyLength, blocks, blocks(blocks * Integer.BYTES));
    }

    private static long blocks(long bytes) {
      return bytes / BLOCK_BYTES + (bytes % BLOCK_BYTES == 0 ? 0 : 1);
    }

    long tableOffset() {
      return HEADER_BYTES + bodyLength;
    }

    long rootOffset() {
      return tableOffset() + blocks * Integer.BYTES;
    }

    long footerOffset() {
      return rootOffset() + tableBlocks * Integer.BYTES;
    }

    long fileLength() {
      return footerOffset() + FOOTER_BYTES;
    }
  }

  /** The fields of a footer. */
  record Footer(long bodyLength, FileId id, int rootChecksum) {}

  static byte[] header(FileKind kind) {
    return header(kind, VERSION);
  }

  private static byte[] header(FileKind kind, int version) {
    byte[] header = new byte[HEADER_BYTES];
    LittleEndian.putInt(header, 0, MAGIC);
    LittleEndian.putInt(header, 4, kind.code());
    LittleEndian.putInt(header, 8, version);
    LittleEndian.putInt(header, 12, BLOCK_BYTES);
    writeChecksum(header);
    return header;
  }

  static byte[] footer(Footer footer) {
    byte[] bytes = new byte[FOOTER_BYTES];
    LittleEndian.putLong(bytes, 0, footer.bodyLength());
    LittleEndian.putLong(bytes, 8, footer.id().first());
    LittleEndian.putLong(bytes, 16, footer.id().second());
    LittleEndian.putInt(bytes, 24, footer.rootChecksum());
    LittleEndian.putInt(bytes, 56, END_MAGIC);
    writeChecksum(bytes);
    return bytes;
  }

  private static void writeChecksum(byte[] bytes) {
    LittleEndian.putInt(bytes, CHECKED_BYTES, Checksum.of(bytes, 0, CHECKED_BYTES));
  }

  private static boolean hasValidChecksum(byte[] bytes) {
    return LittleEndian.getInt(bytes, CHECKED_BYTES) == Checksum.of(bytes, 0, CHECKED_BYTES);
  }

  /**
   * Checks the header. The version is checked before the file kind because another version may
   * define all later fields differently.
   */
  static void checkHeader(byte[] header, FileKind kind, String file) {
    if (LittleEndian.getInt(header, 0) != MAGIC) {
      throw new CorruptIndexException(file + " is not a file of an index. " + Remedy.REBUILD);
    }
    if (!hasValidChecksum(header)) {
      throw new CorruptIndexException(
          file + " has a damaged header: its checksum does not match. " + Remedy.REBUILD);
    }
    int version = version(header);
    checkVersion(version, file);
    int code = LittleEndian.getInt(header, 4);
    if (code != kind.code()) {
      throw new CorruptIndexException(
          file + " has file kind " + code + ", expected " + kind.code() + ". " + Remedy.REBUILD);
    }
    if (!Arrays.equals(header, header(kind, version))) {
      throw new CorruptIndexException(file + " has an unknown header. " + Remedy.REBUILD);
    }
  }

  static int version(byte[] header) {
    return LittleEndian.getInt(header, 8);
  }

  private static void checkVersion(int version, String file) {
    if (version > VERSION) {
      throw new IndexVersionException(
          ("%s has format version %s, but this library reads up to %s. Use a newer version"
                  + " of the library.")
              .formatted(file, version, VERSION),
          false);
    }
    if (version < OLDEST_VERSION) {
      throw tooOld(version, file);
    }
  }

  static IndexVersionException tooOld(int version, String file) {
    return new IndexVersionException(
        ("%s has format version %s, but this library reads version %s. Rebuild the index"
                + " from its sources.")
            .formatted(file, version, VERSION),
        true);
  }

  static Footer readFooter(byte[] bytes, String file) {
    Footer footer =
        new Footer(
            LittleEndian.getLong(bytes, 0),
            new FileId(LittleEndian.getLong(bytes, 8), LittleEndian.getLong(bytes, 16)),
            LittleEndian.getInt(bytes, 24));
    if (!hasValidChecksum(bytes) || !Arrays.equals(bytes, footer(footer))) {
      throw new CorruptIndexException(
          file + " has a damaged footer or is truncated. " + Remedy.REBUILD);
    }
    return footer;
  }

  /** Returns a digest of the header and the body length. The caller must add the table. */
  static MessageDigest startId(byte[] header, long bodyLength) {
    byte[] length = new byte[Long.BYTES];
    LittleEndian.putLong(length, 0, bodyLength);
    MessageDigest digest = Sha256.newDigest();
    digest.update(header);
    digest.update(length);
    return digest;
  }

  static FileId finishId(MessageDigest digest) {
    byte[] hash = digest.digest();
    return new FileId(LittleEndian.getLong(hash, 0), LittleEndian.getLong(hash, 8));
  }
}
