package dev.arag.index.internal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * Writes an index file of any size in the format that docs/index-format.md describes. The body
 * consists of zeros except for a few ranges. Blocks of zeros need no disk space, and their checksum
 * is computed only once.
 */
final class SparseFile implements Closeable {
  private static final int BLOCK = 262_144;
  private static final int HEADER = 64;
  private static final int PROBE_BYTES = 256 << 20;

  private final FileChannel channel;
  private final long bodyLength;
  private final TreeSet<Long> touched = new TreeSet<>();

  private SparseFile(FileChannel channel, long bodyLength) {
    this.channel = channel;
    this.bodyLength = bodyLength;
  }

  static SparseFile create(Path path, long bodyLength) throws IOException {
    return new SparseFile(open(path), bodyLength);
  }

  private static FileChannel open(Path path) throws IOException {
    return FileChannel.open(
        path,
        StandardOpenOption.CREATE_NEW,
        StandardOpenOption.SPARSE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  /** Whether the file system of a directory supports sparse files. */
  static boolean isPossible(Path directory) throws IOException {
    Path probe = directory.resolve("probe");
    long before = Files.getFileStore(directory).getUsableSpace();
    try (FileChannel channel = open(probe)) {
      channel.write(ByteBuffer.allocate(1), PROBE_BYTES);
      channel.force(true);
      return before - Files.getFileStore(directory).getUsableSpace() < PROBE_BYTES / 2;
    } finally {
      Files.delete(probe);
    }
  }

  static ByteBuffer littleEndian(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Writes bytes at an offset in the body. */
  void put(long offset, ByteBuffer bytes) throws IOException {
    long last = (offset + bytes.remaining() - 1) / BLOCK;
    for (long block = offset / BLOCK; block <= last; block++) {
      touched.add(block);
    }
    channel.write(bytes, HEADER + offset);
  }

  /** Writes the header, the checksums and the footer. */
  void finish(int kind) throws IOException {
    ByteBuffer header = littleEndian(HEADER);
    header.put("ARAG".getBytes(StandardCharsets.US_ASCII)).putInt(kind).putInt(2).putInt(BLOCK);
    header.putInt(60, crc(header.array(), 0, 60));
    channel.write(header.rewind(), 0);
    ByteBuffer table = table();
    long at = HEADER + bodyLength;
    channel.write(table.rewind(), at);
    at += table.capacity();
    ByteBuffer root = root(table.array());
    channel.write(root.rewind(), at);
    at += root.capacity();
    channel.write(footer(header, table, root), at);
  }

  private ByteBuffer table() throws IOException {
    int blocks = (int) ((bodyLength + BLOCK - 1) / BLOCK);
    int zeros = crc(new byte[BLOCK], 0, BLOCK);
    ByteBuffer table = littleEndian(4 * blocks);
    for (long block = 0; block < blocks; block++) {
      boolean isWhole = (block + 1) * BLOCK <= bodyLength;
      table.putInt(isWhole && !touched.contains(block) ? zeros : blockCrc(block));
    }
    return table;
  }

  private int blockCrc(long block) throws IOException {
    int count = (int) Math.min(BLOCK, bodyLength - block * BLOCK);
    ByteBuffer bytes = ByteBuffer.allocate(count);
    channel.read(bytes, HEADER + block * BLOCK);
    return crc(bytes.array(), 0, count);
  }

  private static ByteBuffer root(byte[] table) {
    ByteBuffer root = littleEndian(4 * ((table.length + BLOCK - 1) / BLOCK));
    for (int start = 0; start < table.length; start += BLOCK) {
      root.putInt(crc(table, start, Math.min(BLOCK, table.length - start)));
    }
    return root;
  }

  private ByteBuffer footer(ByteBuffer header, ByteBuffer table, ByteBuffer root) {
    ByteBuffer footer = littleEndian(64).putLong(bodyLength);
    footer.put(id(header, table), 0, 16).putInt(crc(root.array(), 0, root.capacity()));
    footer.position(56).put("GARA".getBytes(StandardCharsets.US_ASCII));
    return footer.putInt(60, crc(footer.array(), 0, 60)).rewind();
  }

  private byte[] id(ByteBuffer header, ByteBuffer table) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(header.array());
      digest.update(littleEndian(8).putLong(0, bodyLength).array());
      return digest.digest(table.array());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static int crc(byte[] bytes, int start, int count) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, start, count);
    return (int) crc.getValue();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
