package dev.arag.index.internal.file;

import dev.arag.index.internal.store.Output;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.security.MessageDigest;

/**
 * Writes one file. Callers append the body; this class adds the header, checksums and footer. Not
 * thread-safe.
 */
public final class BlockWriter implements Closeable {
  private final Output output;
  private final byte[] header;
  private final byte[] block = new byte[FileHeader.BLOCK_BYTES];
  private final byte[] number = new byte[Long.BYTES];
  private final IntColumn checksums = new IntColumn();
  private int filled;
  private long bodyLength;

  private BlockWriter(Output output, byte[] header) {
    this.output = output;
    this.header = header;
  }

  /** Creates a file and writes its header. */
  public static BlockWriter create(Store store, String name, FileKind kind) throws IOException {
    return of(store.create(name), kind);
  }

  /**
   * Writes the header to a new, empty file.
   *
   * @param output the file; closed when this writer is closed or when this method fails
   */
  public static BlockWriter of(Output output, FileKind kind) throws IOException {
    try {
      byte[] header = FileHeader.header(kind);
      output.write(header, 0, header.length);
      return new BlockWriter(output, header);
    } catch (IOException | RuntimeException e) {
      output.close();
      throw e;
    }
  }

  /** Returns the offset in the body at which the next byte will be written. */
  public long position() {
    return bodyLength;
  }

  public void write(byte[] bytes, int start, int count) throws IOException {
    int written = 0;
    while (written < count) {
      int step = Math.min(count - written, block.length - filled);
      System.arraycopy(bytes, start + written, block, filled, step);
      filled += step;
      written += step;
      if (filled == block.length) {
        flushBlock();
      }
    }
    bodyLength += count;
  }

  public void writeInt(int value) throws IOException {
    LittleEndian.putInt(number, 0, value);
    write(number, 0, Integer.BYTES);
  }

  public void writeLong(long value) throws IOException {
    LittleEndian.putLong(number, 0, value);
    write(number, 0, Long.BYTES);
  }

  private void flushBlock() throws IOException {
    checksums.add(Checksum.of(block, 0, filled));
    output.write(block, 0, filled);
    filled = 0;
  }

  /** Writes the checksums and the footer, and forces the file to disk. */
  public FileIdentity finish() throws IOException {
    if (filled > 0) {
      flushBlock();
    }
    MessageDigest id = FileHeader.startId(header, bodyLength);
    byte[] root = writeTable(id);
    output.write(root, 0, root.length);
    FileId fileId = FileHeader.finishId(id);
    byte[] footer =
        FileHeader.footer(
            new FileHeader.Footer(bodyLength, fileId, Checksum.of(root, 0, root.length)));
    output.write(footer, 0, footer.length);
    output.force();
    output.close();
    return new FileIdentity(FileHeader.Layout.of(bodyLength).fileLength(), fileId);
  }

  /**
   * Writes the table, which contains the checksum of each body block.
   *
   * @return the root, which contains the checksum of each block of the table
   */
  private byte[] writeTable(MessageDigest id) throws IOException {
    byte[] table = checksums.toBytes();
    id.update(table);
    IntColumn root = new IntColumn();
    for (int start = 0; start < table.length; start += block.length) {
      int count = Math.min(block.length, table.length - start);
      root.add(Checksum.of(table, start, count));
      output.write(table, start, count);
    }
    return root.toBytes();
  }

  @Override
  public void close() throws IOException {
    output.close();
  }
}
