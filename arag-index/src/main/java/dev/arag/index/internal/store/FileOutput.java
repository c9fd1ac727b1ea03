package dev.arag.index.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Writes to a file in the local file system. */
final class FileOutput implements Output {
  private final FileChannel channel;

  FileOutput(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public void write(byte[] bytes, int start, int count) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes, start, count);
    while (rest.hasRemaining()) {
      channel.write(rest);
    }
  }

  @Override
  public void force() throws IOException {
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
