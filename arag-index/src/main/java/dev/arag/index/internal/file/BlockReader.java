package dev.arag.index.internal.file;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.store.DiskFailure;
import dev.arag.index.internal.store.Input;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of one file. Length, header and footer are checked when it is opened, each block
 * before its first use since then. Safe for use by several threads.
 */
public final class BlockReader {
  private final String file;
  private final Input input;
  private final byte[] header;
  private final Frame.Layout layout;
  private final FileId id;
  private final byte[] root;
  private final AtomicLongArray checked;

  private BlockReader(
      String file, Input input, byte[] header, Frame.Footer footer, Frame.Layout layout) {
    this.file = file;
    this.input = input;
    this.header = header;
    this.layout = layout;
    this.id = footer.id();
    this.root = readRaw(input, file, layout.rootOffset(), rootBytes(layout));
    this.checked = new AtomicLongArray(Math.toIntExact(layout.blocks() / Long.SIZE + 1));
    if (Checksum.of(root, 0, root.length) != footer.rootChecksum()) {
      throw corrupt(layout.rootOffset(), "its checksum table does not match");
    }
  }

  /**
   * Opens a file.
   *
   * @param expected what the manifest says of it; null for a file that nothing else describes
   * @throws CorruptIndexException if it is cut, damaged or another file than expected
   */
  public static BlockReader open(
      Store store, String name, FileKind kind, @Nullable FileSeal expected)
      throws NoSuchFileException {
    String file = store.describe(name);
    try {
      long length = store.size(name);
      requireLength(file, length, expected);
      return open(file, store.open(name, length), kind, expected);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      throw new CorpusException(
          "Cannot open " + file + ": " + DiskFailure.describe(e) + ". Check its permissions.", e);
    }
  }

  private static void requireLength(String file, long length, @Nullable FileSeal expected) {
    if (expected != null && length != expected.length()) {
      throw new CorruptIndexException(
          file
              + (length < expected.length() ? " is cut" : " is longer than written")
              + ": expected "
              + expected.length()
              + " bytes, found "
              + length
              + ". "
              + Advice.REBUILD);
    }
    if (length < Frame.HEADER_BYTES + Frame.FOOTER_BYTES) {
      throw new CorruptIndexException(
          file + " is cut: only " + length + " bytes are left. " + Advice.REBUILD);
    }
  }

  private static BlockReader open(
      String file, Input input, FileKind kind, @Nullable FileSeal expected) {
    byte[] header = readRaw(input, file, 0, Frame.HEADER_BYTES);
    Frame.checkHeader(header, kind, file);
    long footerOffset = input.length() - Frame.FOOTER_BYTES;
    Frame.Footer footer =
        Frame.readFooter(readRaw(input, file, footerOffset, Frame.FOOTER_BYTES), file);
    Frame.Layout layout = requireLayout(file, input.length(), footer.bodyLength());
    if (expected != null && !expected.id().equals(footer.id())) {
      throw new CorruptIndexException(
          file
              + " belongs to another index or another state of this one: expected id "
              + expected.id()
              + ", found "
              + footer.id()
              + ". "
              + Advice.REBUILD);
    }
    return new BlockReader(file, input, header, footer, layout);
  }

  private static Frame.Layout requireLayout(String file, long length, long bodyLength) {
    boolean possible = bodyLength >= 0 && bodyLength <= length;
    if (!possible || Frame.Layout.of(bodyLength).fileLength() != length) {
      throw new CorruptIndexException(
          file
              + " is cut or longer than written: "
              + length
              + " bytes cannot hold a body of "
              + bodyLength
              + ". "
              + Advice.REBUILD);
    }
    return Frame.Layout.of(bodyLength);
  }

  private static int rootBytes(Frame.Layout layout) {
    return Math.toIntExact(layout.tableBlocks() * Integer.BYTES);
  }

  /** Length of the body in bytes. */
  public long length() {
    return layout.bodyLength();
  }

  /** Length of the whole file in bytes. */
  public long fileLength() {
    return layout.fileLength();
  }

  /** The file as messages name it. */
  public String file() {
    return file;
  }

  /**
   * Copies bytes of the body to the heap.
   *
   * @throws CorruptIndexException if they lie outside of the body, or a block of them is damaged
   */
  public void read(long offset, byte[] target, int start, int count) {
    if (offset < 0 || offset > layout.bodyLength() - count) {
      throw corrupt(offset, "something in it points outside of it");
    }
    if (count == 0) {
      return;
    }
    long last = (offset + count - 1) / Frame.BLOCK_BYTES;
    for (long block = offset / Frame.BLOCK_BYTES; block <= last; block++) {
      requireChecked(block);
    }
    readRaw(input, file, Frame.HEADER_BYTES + offset, target, start, count);
  }

  /** Copies bytes of the body to a new array; a count that cannot be is damage. */
  public byte[] read(long offset, long count) {
    if (count < 0 || count > layout.bodyLength() || count > Integer.MAX_VALUE - 8) {
      throw corrupt(offset, "it claims a length of " + count);
    }
    byte[] bytes = new byte[(int) count];
    read(offset, bytes, 0, bytes.length);
    return bytes;
  }

  public int readInt(long offset) {
    return LittleEndian.getInt(read(offset, Integer.BYTES), 0);
  }

  public long readLong(long offset) {
    return LittleEndian.getLong(read(offset, Long.BYTES), 0);
  }

  /** An error that names this file and a place in its body. */
  public CorruptIndexException corrupt(long offset, String what) {
    return new CorruptIndexException(
        file + " is damaged at byte " + offset + ": " + what + ". " + Advice.REBUILD);
  }

  private void requireChecked(long block) {
    int word = (int) (block / Long.SIZE);
    long bit = 1L << (block % Long.SIZE);
    if ((checked.get(word) & bit) == 0) {
      if (!isIntact(block)) {
        throw corrupt(Frame.HEADER_BYTES + block * Frame.BLOCK_BYTES, "a checksum does not match");
      }
      checked.getAndAccumulate(word, bit, (old, added) -> old | added);
    }
  }

  private boolean isIntact(long block) {
    int inTable = (int) (block % (Frame.BLOCK_BYTES / Integer.BYTES)) * Integer.BYTES;
    byte[] table = readTableBlock(block / (Frame.BLOCK_BYTES / Integer.BYTES));
    return blockChecksum(block) == LittleEndian.getInt(table, inTable);
  }

  private int blockChecksum(long block) {
    long start = block * Frame.BLOCK_BYTES;
    int count = (int) Math.min(Frame.BLOCK_BYTES, layout.bodyLength() - start);
    byte[] bytes = readRaw(input, file, Frame.HEADER_BYTES + start, count);
    return Checksum.of(bytes, 0, count);
  }

  private byte[] readTableBlock(long tableBlock) {
    long start = tableBlock * Frame.BLOCK_BYTES;
    long tableBytes = layout.blocks() * Integer.BYTES;
    int count = (int) Math.min(Frame.BLOCK_BYTES, tableBytes - start);
    byte[] bytes = readRaw(input, file, layout.tableOffset() + start, count);
    int expected = LittleEndian.getInt(root, (int) tableBlock * Integer.BYTES);
    if (Checksum.of(bytes, 0, count) != expected) {
      throw corrupt(layout.tableOffset() + start, "its checksum table does not match");
    }
    return bytes;
  }

  /** Checks every byte anew, whatever was checked before, and reports each damaged place. */
  public void verify(DamageListener listener) {
    try {
      verifyBlocks(listener);
      verifyId(listener);
    } catch (CorruptIndexException e) {
      listener.found(layout.tableOffset(), "its checksum table does not match");
    }
  }

  private void verifyBlocks(DamageListener listener) {
    for (long block = 0; block < layout.blocks(); block++) {
      if (!isIntact(block)) {
        long offset = Frame.HEADER_BYTES + block * Frame.BLOCK_BYTES;
        listener.found(offset, "a block does not match its checksum");
      }
    }
  }

  private void verifyId(DamageListener listener) {
    MessageDigest digest = Frame.startId(header, layout.bodyLength());
    for (long block = 0; block < layout.tableBlocks(); block++) {
      digest.update(readTableBlock(block));
    }
    if (!Frame.finishId(digest).equals(id)) {
      listener.found(layout.footerOffset(), "its id does not match its contents");
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
      throw new CorruptIndexException(
          "Cannot read " + file + " at byte " + offset + ": " + e.getMessage(), e);
    }
  }
}
