package dev.arag.index.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.error.IndexVersionException;
import dev.arag.index.internal.store.MemoryStore;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockFileTest {
  private static final String NAME = "file";

  private final MemoryStore store = new MemoryStore();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, 3 << 18, 1_000_003})
  void readsWrittenBytes(int length) throws IOException {
    byte[] body = random(length, length);
    FileIdentity seal = write(body, 7919);
    BlockReader reader = BlockReader.open(store, NAME, FileKind.CHUNKS, seal);
    assertThat(reader.read(0, length)).isEqualTo(body);
    assertThat(seal.length()).isEqualTo(store.open(NAME).length());
    assertThat(damage(reader)).isEmpty();
    assertThatThrownBy(() -> reader.read(length, 1)).isInstanceOf(CorruptIndexException.class);
    assertThatThrownBy(() -> reader.read(-1, 1)).isInstanceOf(CorruptIndexException.class);
  }

  @Test
  void writesTheSameFileForAnySizeOfWrites() throws IOException {
    byte[] body = random(700_000, 3);
    FileIdentity first = write(body, 1000);
    byte[] file = store.files().get(NAME);
    store.delete(NAME);
    assertThat(write(body, 300_000)).isEqualTo(first);
    assertThat(store.files().get(NAME)).isEqualTo(file);
  }

  @Test
  void detectsEveryBitFlip() throws IOException {
    FileIdentity seal = write(random(300, 5), 64);
    byte[] file = store.files().get(NAME);
    for (int bit = 0; bit < file.length * 8; bit++) {
      flip(file, bit);
      assertThat(isDetected(seal)).as("bit " + bit).isTrue();
      flip(file, bit);
    }
    assertThat(isDetected(seal)).isFalse();
  }

  @Test
  void reportsTheOffsetOfEachDamagedPart() throws IOException {
    FileIdentity seal = write(random(600_000, 8), 4096);
    byte[] file = store.files().get(NAME);
    int table = 64 + 600_000;
    assertThat(offsets(seal, 3)).containsExactly(0L);
    assertThat(offsets(seal, 63)).containsExactly(0L);
    assertThat(offsets(seal, 64)).containsExactly(64L);
    assertThat(offsets(seal, 64 + (2 << 18))).containsExactly(64L + (2 << 18));
    assertThat(offsets(seal, table + 5)).containsExactly((long) table);
    assertThat(offsets(seal, table + 12)).containsExactly(table + 12L);
    assertThat(offsets(seal, file.length - 1)).containsExactly(file.length - 64L);
    store.put(NAME, Arrays.copyOf(file, 1000));
    assertThat(offsets(seal, 0)).containsExactly(1000L);
  }

  private List<Long> offsets(FileIdentity seal, int damaged) throws IOException {
    byte[] file = store.files().get(NAME);
    file[damaged] ^= 1;
    List<Long> offsets = new ArrayList<>();
    DamageListener listener = (offset, problem) -> offsets.add(offset);
    BlockReader opened = BlockReader.open(store, NAME, FileKind.CHUNKS, seal, listener);
    if (opened != null) {
      opened.verify(listener);
    }
    file[damaged] ^= 1;
    return offsets;
  }

  @Test
  void neverReadsADamagedBlock() throws IOException {
    FileIdentity seal = write(random(1_000_000, 5), 4096);
    byte[] file = store.files().get(NAME);
    BlockReader reader = BlockReader.open(store, NAME, FileKind.CHUNKS, seal);
    file[64 + (1 << 18) + 5] ^= 1;
    reader.read(0, 1000);
    assertThatThrownBy(() -> reader.read((1 << 18) + 1000, 8))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("at byte " + (64 + (1 << 18)))
        .hasMessageContaining("Restore");
    assertThat(damage(reader)).containsExactly(64L + (1 << 18));
  }

  @Test
  void rejectsEveryOtherLength() throws IOException {
    FileIdentity seal = write(random(300, 6), 300);
    byte[] file = store.files().get(NAME);
    for (int length = 0; length < file.length + 300; length++) {
      if (length != file.length) {
        store.put(NAME, Arrays.copyOf(file, length));
        assertThatThrownBy(() -> open(seal)).isInstanceOf(CorruptIndexException.class);
        assertThatThrownBy(() -> open(null)).isInstanceOf(CorruptIndexException.class);
      }
    }
  }

  @Test
  void rejectsAnotherFileOfTheSameKindAndLength() throws IOException {
    FileIdentity seal = write(random(300, 6), 300);
    store.delete(NAME);
    write(random(300, 7), 300);
    assertThatThrownBy(() -> open(seal))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("belongs to another index");
  }

  @Test
  void rejectsAnotherKind() throws IOException {
    FileIdentity seal = write(random(300, 6), 300);
    assertThatThrownBy(() -> BlockReader.open(store, NAME, FileKind.VECTORS, seal))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("kind");
  }

  @Test
  void distinguishesForeignTooOldAndTooNewFiles() throws IOException {
    write(random(300, 6), 300);
    byte[] file = store.files().get(NAME);
    setVersion(file, 3);
    assertThatExceptionOfType(IndexVersionException.class)
        .isThrownBy(() -> open(null))
        .returns(false, IndexVersionException::isTooOld);
    setVersion(file, 0);
    assertThatExceptionOfType(IndexVersionException.class)
        .isThrownBy(() -> open(null))
        .returns(true, IndexVersionException::isTooOld);
    store.put(NAME, "PNG and so on".repeat(40).getBytes());
    assertThatThrownBy(() -> open(null))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("not a file of an index");
    assertThatThrownBy(() -> BlockReader.open(store, "none", FileKind.CHUNKS, null))
        .isInstanceOf(NoSuchFileException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void readsRecords(long seed) throws IOException {
    Random random = new Random(seed);
    List<Long> numbers = random.longs(200).map(n -> n >>> (1 + Math.abs(n % 62))).boxed().toList();
    List<String> texts = List.of("", "a", "été", "日本語", "𝔘𝔫𝔦", "x".repeat(5000));
    RecordWriter out = new RecordWriter();
    numbers.forEach(out::putNumber);
    out.putTexts(texts);
    out.putLong(-5);
    try (BlockWriter file = BlockWriter.create(store, NAME, FileKind.CHUNKS)) {
      out.writeTo(file);
      file.finish();
    }
    RecordReader in = RecordReader.of(open(null), 0, out.size());
    numbers.forEach(number -> assertThat(in.readNumber()).isEqualTo(number));
    assertThat(in.readTexts()).isEqualTo(texts);
    assertThat(in.readLong()).isEqualTo(-5);
    in.requireEnd();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void rejectsRandomBytesAsARecordWithATypedException(long seed) throws IOException {
    Random random = new Random(seed);
    write(random(4000, seed), 4000);
    BlockReader file = open(null);
    for (int i = 0; i < 2000; i++) {
      RecordReader in = RecordReader.of(file, random.nextInt(3900), random.nextInt(100));
      try {
        in.readTexts();
        in.readNumber();
        in.requireEnd();
      } catch (CorruptIndexException expected) {
        assertThat(expected).hasMessageContaining(NAME);
      }
    }
  }

  @Test
  void rejectsALoneSurrogate() {
    RecordWriter out = new RecordWriter();
    assertThatThrownBy(() -> out.putText("a\ud800b")).isInstanceOf(IllegalArgumentException.class);
  }

  private static void setVersion(byte[] file, int version) {
    LittleEndian.putInt(file, 8, version);
    LittleEndian.putInt(file, 60, Checksum.of(file, 0, 60));
  }

  private boolean isDetected(FileIdentity seal) throws IOException {
    try {
      return !damage(open(seal)).isEmpty();
    } catch (CorruptIndexException e) {
      return true;
    }
  }

  private BlockReader open(FileIdentity seal) throws NoSuchFileException {
    return BlockReader.open(store, NAME, FileKind.CHUNKS, seal);
  }

  private static List<Long> damage(BlockReader reader) {
    List<Long> offsets = new ArrayList<>();
    reader.verify((offset, problem) -> offsets.add(offset));
    return offsets;
  }

  private FileIdentity write(byte[] body, int step) throws IOException {
    try (BlockWriter file = BlockWriter.create(store, NAME, FileKind.CHUNKS)) {
      for (int start = 0; start < body.length; start += step) {
        file.write(body, start, Math.min(step, body.length - start));
      }
      return file.finish();
    }
  }

  private static void flip(byte[] file, int bit) {
    file[bit / 8] ^= (byte) (1 << (bit % 8));
  }

  private static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
