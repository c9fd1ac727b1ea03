package dev.arag.index.internal.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileBytesTest {
  private static final IngestLimits LIMITS = new IngestLimits(1_000_000, 1_000_000);

  @TempDir Path temp;

  @Test
  void returnsAllBytesOfTheCurrentFileOnly() throws IOException {
    FileBytes bytes = new FileBytes(LIMITS);
    int[] lengths = {0, 1, 131_071, 131_072, 131_073, 5, 1_000_000, 0, 262_144};
    for (int length : lengths) {
      byte[] content = random(length);
      bytes.load(Files.write(temp.resolve("file"), content));
      assertThat(bytes.length()).isEqualTo(length);
      assertThat(bytes.stream().readAllBytes()).as("length %s", length).isEqualTo(content);
    }
  }

  @Test
  void rejectsAFileLongerThanTheLimitAndReadsTheNextOne() throws IOException {
    FileBytes bytes = new FileBytes(LIMITS);
    Path tooLong = Files.write(temp.resolve("file"), random(1_000_001));
    assertThatThrownBy(() -> bytes.load(tooLong))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("longer than 1000000 bytes");
    bytes.load(Files.write(temp.resolve("file"), random(3)));
    assertThat(bytes.stream().readAllBytes()).isEqualTo(random(3));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 131_071, 131_072, 131_073, 400_000, 1_000_000})
  void readsAFileThatGrowsDuringTheReadToItsEnd(int length) throws IOException {
    FileBytes bytes = new FileBytes(LIMITS);
    bytes.read(new Growing(random(length), length / 3));
    assertThat(bytes.stream().readAllBytes()).isEqualTo(random(length));
  }

  @Test
  void rejectsAFileThatGrowsBeyondTheLimit() {
    Growing growing = new Growing(random(1_000_001), 10);
    assertThatThrownBy(() -> new FileBytes(LIMITS).read(growing))
        .isInstanceOf(UnreadableSourceException.class);
    Growing small = new Growing(random(101), 10);
    assertThatThrownBy(() -> new FileBytes(new IngestLimits(100, 100)).read(small))
        .isInstanceOf(UnreadableSourceException.class);
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** A channel that reports a smaller size than it has and returns its bytes in several parts. */
  private static final class Growing implements SeekableByteChannel {
    private final ByteBuffer content;
    private final long said;
    private final Random random = new Random(1);

    Growing(byte[] content, long said) {
      this.content = ByteBuffer.wrap(content);
      this.said = said;
    }

    @Override
    public int read(ByteBuffer target) {
      if (!content.hasRemaining()) {
        return -1;
      }
      int piece = 1 + random.nextInt(50_000);
      int length = Math.min(Math.min(piece, target.remaining()), content.remaining());
      target.put(content.slice().limit(length));
      content.position(content.position() + length);
      return length;
    }

    @Override
    public long size() {
      return said;
    }

    @Override
    public int write(ByteBuffer source) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
      return content.position();
    }

    @Override
    public SeekableByteChannel position(long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
