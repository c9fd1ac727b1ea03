package dev.arag.index.internal.embed;

import dev.arag.core.internal.hash.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * A hash that distinguishes models. For a large file, it includes the length and evenly spaced
 * blocks, because hashing gigabytes each time an index is opened would take seconds. Models with
 * different training or number formats differ in all blocks. The hash does not detect deliberate
 * manipulation.
 */
public final class SampledHash {
  private static final int BLOCK = 1 << 16;
  private static final int BLOCKS = 256;

  private final MessageDigest digest = Sha256.newDigest();

  void add(String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  void add(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long length = channel.size();
      add(Long.toString(length));
      long step = Math.max(BLOCK, length / BLOCKS);
      for (long start = 0; start < length; start += step) {
        add(channel, start);
      }
      add(channel, Math.max(0, length - BLOCK));
    }
  }

  private void add(FileChannel channel, long start) throws IOException {
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    for (long at = start; block.hasRemaining(); ) {
      int read = channel.read(block, at);
      if (read < 0) {
        break;
      }
      at += read;
    }
    digest.update(block.flip());
  }

  /** Completes the hash and returns its first hexadecimal digits. */
  String digits(int count) {
    return HexFormat.of().formatHex(digest.digest()).substring(0, count);
  }
}
