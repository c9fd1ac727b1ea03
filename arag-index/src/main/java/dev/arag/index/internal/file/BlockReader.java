package dev.arag.index.internal.file;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.store.DiskFailure;
import dev.arag.index.internal.store.Input;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of one file. Opening the file checks its length, header and footer. Each block is
 * checked against its checksum before it is first used. Thread-safe.
 */
public final class BlockReader {
  private static final int BLOCKS_IN_TABLE_BLOCK = FileHeader.BLOCK_BYTES / Integer.BYTES;

  private final String file;
  private final Input input;
  private final byte[] header;
  private final FileHeader.Layout layout;
  private final FileId id;
  private final byte[] root;
  private final AtomicLongArray checked;

  BlockReader(
      String file, Input input, byte[] header, FileHeader.Layout layout, FileId id, byte[] root) {
    this.file = file;
    this.input = input;
    this.header = header;
    this.layout = layout;
    this.id = id;
    this.root = root;
    this.checked = new AtomicLongArray(Math.toIntExact(layout.blocks() / Long.SIZE + 1));
  }

  /**
   * Opens a file.
   *
   * @param expected the length and id from the manifest; null if no manifest lists the file
   * @throws CorruptIndexException if the file is truncated, damaged, or not the expected file
   */
  public static BlockReader open(
      Store store, String name, FileKind kind, @Nullable FileIdentity expected)
      throws NoSuchFileException {
    return new FileOpening(store, name, kind, expected).run();
  }

  /**
   * Opens a file. Damage is reported to the listener instead of being thrown as an exception.
   *
   * @param expected the length and id from the manifest; null if no manifest lists the file
   * @return null if the file is truncated, damaged, or not the expected file
   */
  public static @Nullable BlockReader open(
      Store store,
      String name,
      FileKind kind,
      @Nullable FileIdentity expected,
      DamageListener listener)
      throws NoSuchFileException {
    FileOpening opening = new FileOpening(store, name, kind, expected);
    try {
      return opening.run();
    } catch (CorruptIndexException e) {
      listener.report(opening.checkedOffset(), String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** Whether the file has an older format version, of which only some files can be read. */
  public boolean isOld() {
    return FileHeader.version(header) < FileHeader.VERSION;
  }

  /**
   * Throws an exception if the file has an older format version.
   *
   * @throws dev.arag.core.error.IndexVersionException if {@link #isOld}
   */
  public void requireNewest() {
    if (isOld()) {
      throw FileHeader.tooOld(FileHeader.version(header), file);
    }
  }

  /** Returns the length of the body in bytes. */
  public long length() {
    return layout.bodyLength();
  }

  /** Returns the length of the whole file in bytes. */
  public long fileLength() {
    return layout.fileLength();
  }

  /** Returns the path of the file, for use in messages. */
  public String file() {
    return file;
  }

  /**
   * Throws an exception if another process has truncated the file since it was opened. Reads alone
   * may not detect this.
   *
   * @throws CorruptIndexException if the file is shorter than when it was opened
   */
  public void requireWhole() {
    if (!input.isWhole()) {
      throw new CorruptIndexException(file + " was truncated while it was open. " + Remedy.REBUILD);
    }
  }

  /**
   * Copies bytes of the body into an array.
   *
   * @throws CorruptIndexException if the bytes lie outside the body or in a damaged block
   */
  public void read(long offset, byte[] target, int start, int count) {
    requireChecked(offset, count);
    if (count > 0) {
      readRaw(input, file, FileHeader.HEADER_BYTES + offset, target, start, count);
    }
  }

  /**
   * Copies bytes of the body into a buffer. The position of the buffer is ignored.
   *
   * @param start the index in the buffer of the first byte
   * @throws CorruptIndexException if the bytes lie outside the body or in a damaged block
   */
  public void read(long offset, ByteBuffer target, int start, int count) {
    requireChecked(offset, count);
    try {
      input.read(FileHeader.HEADER_BYTES + offset, target, start, count);
    } catch (IOException e) {
      throw unreadable(file, FileHeader.HEADER_BYTES + offset, e);
    }
  }

  /**
   * Copies floats of the body into an array.
   *
   * @param start the index in the array of the first float
   * @throws CorruptIndexException if the floats lie outside the body or in a damaged block
   */
  public void readFloats(long offset, float[] target, int start, int count) {
    requireChecked(offset, (long) count * Float.BYTES);
    try {
      input.read(FileHeader.HEADER_BYTES + offset, target, start, count);
    } catch (IOException e) {
      throw unreadable(file, FileHeader.HEADER_BYTES + offset, e);
    }
  }

  /**
   * Copies bytes of the body into a new array.
   *
   * @throws CorruptIndexException if the bytes lie outside the body or in a damaged block
   */
  public byte[] read(long offset, long count) {
    if (count < 0 || count > layout.bodyLength() || count > Integer.MAX_VALUE - 8) {
      throw corrupt(offset, "a length of " + count + " is impossible");
    }
    byte[] bytes = new byte[(int) count];
    read(offset, bytes, 0, bytes.length);
    return bytes;
  }

  public int readInt(long offset) {
    requireChecked(offset, Integer.BYTES);
    try {
      return input.readInt(FileHeader.HEADER_BYTES + offset);
    } catch (IOException e) {
      throw unreadable(file, FileHeader.HEADER_BYTES + offset, e);
    }
  }

  public long readLong(long offset) {
    return (readInt(offset) & 0xffff_ffffL)
        | (long) readInt(offset + Integer.BYTES) << Integer.SIZE;
  }

  /**
   * Returns the number of the first of several ascending entries whose int32 is greater than a
   * value; the number of entries if there is none.
   *
   * @param offset the offset of the int32 of the first entry
   * @param distance the distance between entries, in bytes
   */
  public int firstAbove(int value, long offset, int distance, int entries) {
    int low = 0;
    int high = entries;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (readInt(offset + (long) distance * middle) > value) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Converts an offset in the body into an offset in the file. */
  public static long fileOffset(long offset) {
    return FileHeader.HEADER_BYTES + offset;
  }

  /**
   * Creates an exception whose message names this file and the offset of the damage.
   *
   * @param offset the offset of the damage in the body
   * @param problem a description of the damage
   */
  public CorruptIndexException corrupt(long offset, String problem) {
    return new CorruptIndexException(
        "%s is damaged at byte %s: %s. %s"
            .formatted(file, fileOffset(offset), problem, Remedy.REBUILD));
  }

  private void requireChecked(long offset, long count) {
    if (offset < 0 || offset > layout.bodyLength() - count) {
      throw corrupt(offset, "an offset points outside the file");
    }
    long end = (offset + count + FileHeader.BLOCK_BYTES - 1) / FileHeader.BLOCK_BYTES;
    for (long block = offset / FileHeader.BLOCK_BYTES; count > 0 && block < end; block++) {
      requireChecked(block);
    }
  }

  private void requireChecked(long block) {
    int word = (int) (block / Long.SIZE);
    long bit = 1L << (block % Long.SIZE);
    if ((checked.get(word) & bit) == 0) {
      if (!isIntact(block)) {
        throw corrupt(block * FileHeader.BLOCK_BYTES, "a block does not match its checksum");
      }
      checked.getAndAccumulate(word, bit, (old, added) -> old | added);
    }
  }

  private boolean isIntact(long block) {
    return isIntact(block, readTableBlock(block / BLOCKS_IN_TABLE_BLOCK));
  }

  private boolean isIntact(long block, byte[] tableBlock) {
    int inTable = (int) (block % BLOCKS_IN_TABLE_BLOCK) * Integer.BYTES;
    return blockChecksum(block) == LittleEndian.getInt(tableBlock, inTable);
  }

  private int blockChecksum(long block) {
    long start = block * FileHeader.BLOCK_BYTES;
    int count = (int) Math.min(FileHeader.BLOCK_BYTES, layout.bodyLength() - start);
    byte[] bytes = readRaw(input, file, FileHeader.HEADER_BYTES + start, count);
    return Checksum.of(bytes, 0, count);
  }

  private byte[] readTableBlock(long tableBlock) {
    long start = tableBlock * FileHeader.BLOCK_BYTES;
    long tableBytes = layout.blocks() * Integer.BYTES;
    int count = (int) Math.min(FileHeader.BLOCK_BYTES, tableBytes - start);
    byte[] bytes = readRaw(input, file, layout.tableOffset() + start, count);
    int expected = LittleEndian.getInt(root, (int) tableBlock * Integer.BYTES);
    if (Checksum.of(bytes, 0, count) != expected) {
      throw corrupt(layout.bodyLength() + start, "the checksum table does not match its checksum");
    }
    return bytes;
  }

  /** Checks every byte, including blocks that were checked before, and reports all damage. */
  public void verify(DamageListener listener) {
    MessageDigest digest = FileHeader.startId(header, layout.bodyLength());
    boolean isTableIntact = true;
    for (long tableBlock = 0; tableBlock < layout.tableBlocks(); tableBlock++) {
      try {
        byte[] table = readTableBlock(tableBlock);
        digest.update(table);
        verifyBlocks(tableBlock, table, listener);
      } catch (CorruptIndexException e) {
        isTableIntact = false;
        long start = tableBlock * FileHeader.BLOCK_BYTES;
        listener.report(layout.tableOffset() + start, String.valueOf(e.getMessage()));
      }
    }
    if (isTableIntact && !FileHeader.finishId(digest).isSame(id)) {
      listener.report(layout.footerOffset(), "the file id does not match the contents");
    }
  }

  private void verifyBlocks(long tableBlock, byte[] table, DamageListener listener) {
    long first = tableBlock * BLOCKS_IN_TABLE_BLOCK;
    for (long block = first; block < first + table.length / Integer.BYTES; block++) {
      long offset = fileOffset(block * FileHeader.BLOCK_BYTES);
      try {
        if (!isIntact(block, table)) {
          listener.report(offset, "a block does not match its checksum");
        }
      } catch (CorruptIndexException e) {
        listener.report(offset, String.valueOf(e.getMessage()));
      }
    }
  }

  private static byte[] readRaw(Input input, String file, long offset, int count) {
    byte[] bytes = new byte[count];
    readRaw(input, file, offset, bytes, 0, count);
    return bytes;
  }

  private static void readRaw(
      Input input, String file, long offset, byte[] target, int start, int count) {
    try {
      input.read(offset, target, start, count);
    } catch (IOException e) {
      throw unreadable(file, offset, e);
    }
  }

  private static CorruptIndexException unreadable(String file, long offset, IOException cause) {
    return new CorruptIndexException(
        ("Cannot read %s at byte %s: %s. Check the disk, then verify the index with"
                + " Index.verify.")
            .formatted(file, offset, DiskFailure.describe(cause)),
        cause);
  }
}
