package dev.arag.index.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.LittleEndian;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileStoreTest {
  private static final Path MAPPINGS = Path.of("/proc/self/maps");
  private static final Path HANDLES = Path.of("/proc/self/fd");

  @TempDir Path folder;

  enum InputReader {
    MAPPED {
      @Override
      Store store(Path folder) {
        return new FileStore(folder, 4096);
      }
    },
    UNMAPPED {
      @Override
      Store store(Path folder) {
        return FileStore.unmapped(folder);
      }
    };

    abstract Store store(Path folder);
  }

  @ParameterizedTest
  @EnumSource
  void readsAnyOffsetBeforeAndAfterMapping(InputReader reading) throws IOException {
    byte[] bytes = new byte[20_000];
    new Random(1).nextBytes(bytes);
    Files.write(folder.resolve("a"), bytes);
    Input input = reading.store(folder).open("a");
    assertReads(input, bytes);
    input.map();
    assertReads(input, bytes);
    assertThat(input.length()).isEqualTo(bytes.length);
  }

  private static void assertReads(Input input, byte[] bytes) throws IOException {
    for (int start : new int[] {19_999, 0, 4096, 1, 8191, 4095}) {
      byte[] read = new byte[bytes.length - start];
      input.read(start, read, 0, read.length);
      assertThat(read).isEqualTo(Arrays.copyOfRange(bytes, start, bytes.length));
    }
  }

  /** Some of the window sizes make a window end inside a float. */
  @ParameterizedTest
  @ValueSource(ints = {0, 4096, 4098, 4099})
  void readsFloatsAtAnyOffset(int windowBytes) throws IOException {
    byte[] bytes = new byte[20_000];
    new Random(2).nextBytes(bytes);
    Files.write(folder.resolve("a"), bytes);
    Store store =
        windowBytes == 0 ? FileStore.unmapped(folder) : new FileStore(folder, windowBytes);
    Input input = store.open("a");
    assertReadsFloats(input, bytes);
    input.map();
    assertReadsFloats(input, bytes);
  }

  private static void assertReadsFloats(Input input, byte[] bytes) throws IOException {
    for (int start : new int[] {19_996, 0, 4096, 1, 8188, 4094}) {
      int count = (bytes.length - start) / Float.BYTES;
      float[] read = new float[count + 3];
      input.read(start, read, 2, count);
      for (int i = 0; i < count; i++) {
        assertThat(Float.floatToRawIntBits(read[2 + i]))
            .isEqualTo(LittleEndian.getInt(bytes, start + i * Float.BYTES));
      }
      assertThat(new float[] {read[0], read[1], read[count + 2]}).containsOnly(0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsReadingADeletedFile(InputReader reading) throws IOException {
    Store store = reading.store(folder);
    write(store, "a", "old");
    Input input = store.open("a");
    write(store, "b", "new one");
    store.rename("b", "a");
    assertThat(input.length()).isEqualTo(3);
    input.map();
    assertThat(store.delete("a")).isTrue();
    assertThat(store.delete("a")).isFalse();
    byte[] read = new byte[3];
    input.read(0, read, 0, 3);
    assertThat(read).asString().isEqualTo("old");
    assertThat(store.list()).isEmpty();
  }

  /** No read can detect this truncation: the last page of a mapping is filled up with zeros. */
  @Test
  void detectsATruncatedMappedFile() throws IOException {
    Files.write(folder.resolve("a"), new byte[100_000]);
    Input input = new FileStore(folder).open("a");
    input.map();
    assertThat(input.isWhole()).isTrue();
    cut("a", 99_999);
    assertThat(input.isWhole()).isFalse();
  }

  @Test
  void doesNotReportAReplacedOrDeletedFileAsTruncated() throws IOException {
    Store store = new FileStore(folder);
    write(store, "a", "old");
    Input input = store.open("a");
    input.map();
    write(store, "b", "x");
    store.rename("b", "a");
    assertThat(input.isWhole()).isTrue();
    assertThat(store.delete("a")).isTrue();
    assertThat(input.isWhole()).isTrue();
  }

  @Test
  void throwsInsteadOfCrashingIfAMappedFileIsTruncated() throws IOException {
    Files.write(folder.resolve("a"), new byte[100_000]);
    Input input = new FileStore(folder).open("a");
    input.map();
    cut("a", 10);
    assertThat(failureOf(() -> input.read(90_000, new byte[100], 0, 100)))
        .isInstanceOfAny(IOException.class, InternalError.class);
  }

  private interface ReadAttempt {
    void run() throws IOException;
  }

  /**
   * Repeats a read until it fails. The JVM may report the fault only after the read has returned.
   */
  private static Throwable failureOf(ReadAttempt read) {
    try {
      for (int i = 0; i < 100; i++) {
        read.run();
        Thread.yield();
      }
      return null;
    } catch (IOException | InternalError e) {
      return e;
    }
  }

  @ParameterizedTest
  @EnumSource
  void throwsIfAFileIsTruncatedBeforeMapping(InputReader reading) throws IOException {
    Files.write(folder.resolve("a"), new byte[100_000]);
    Input input = reading.store(folder).open("a");
    cut("a", 10);
    byte[] read = new byte[100];
    assertThatThrownBy(() -> input.read(90_000, read, 0, 100)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> input.read(5, read, 0, 100)).isInstanceOf(IOException.class);
    input.close();
  }

  @Test
  void detectsATruncationOnEachReadWithoutMappings() throws IOException {
    byte[] bytes = new byte[100_000];
    new Random(2).nextBytes(bytes);
    Files.write(folder.resolve("a"), bytes);
    Input input = FileStore.unmapped(folder).open("a");
    input.map();
    byte[] read = new byte[100];
    cut("a", 50_000);
    assertThatThrownBy(() -> input.read(90_000, read, 0, 100))
        .hasMessageContaining("was truncated");
    assertThatThrownBy(() -> input.read(49_990, read, 0, 100))
        .hasMessageContaining("was truncated");
    input.read(40_000, read, 0, 100);
    assertThat(read).isEqualTo(Arrays.copyOfRange(bytes, 40_000, 40_100));
  }

  @ParameterizedTest
  @EnumSource
  void readsDespiteAnInterrupt(InputReader reading) throws IOException {
    Store store = reading.store(folder);
    try (BlockWriter file = BlockWriter.create(store, "a", FileKind.CHUNKS)) {
      file.write(new byte[300_000], 0, 300_000);
      file.finish();
    }
    Thread.currentThread().interrupt();
    BlockReader reader = BlockReader.open(store, "a", FileKind.CHUNKS, null);
    assertThat(reader.read(0, 300_000)).isEqualTo(new byte[300_000]);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(reader.read(0, 10)).isEqualTo(new byte[10]);
  }

  @Test
  void doesNotReportAnInterruptBeforeMappingAsDamage() throws IOException {
    Files.write(folder.resolve("a"), new byte[100]);
    Input input = new FileStore(folder).open("a");
    Thread.currentThread().interrupt();
    assertThatThrownBy(input::map).isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(300)
  void opensOnlyRegularFilesAndNeverBlocks(InputReader reading) throws Exception {
    Store store = reading.store(folder);
    Files.createDirectory(folder.resolve("folder"));
    write(store, "a", "text");
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("a"));
    Files.createSymbolicLink(folder.resolve("lost"), folder.resolve("none"));
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (String name : List.of("folder", "link", "lost", "pipe")) {
      assertThatThrownBy(() -> store.open(name))
          .as(name)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not a regular file");
    }
    assertThatThrownBy(() -> store.open("none")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> store.create("a")).isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> store.rename("none", "a")).isInstanceOf(NoSuchFileException.class);
    assertThat(store.open("a").length()).isEqualTo(4);
  }

  @Test
  void mapsFilesOnlyIfMappingIsEnabled() throws IOException {
    assumeTrue(Files.isReadable(MAPPINGS));
    Files.write(folder.resolve("plain"), new byte[10_000]);
    Files.write(folder.resolve("mapped"), new byte[10_000]);
    Input plain = FileStore.unmapped(folder).open("plain");
    plain.map();
    Input mapped = new FileStore(folder).open("mapped");
    mapped.read(0, new byte[100], 0, 100);
    assertThat(Files.readString(MAPPINGS)).doesNotContain(folder.toString());
    mapped.map();
    assertThat(Files.readString(MAPPINGS))
        .contains(folder.resolve("mapped").toString())
        .doesNotContain(folder.resolve("plain").toString());
    plain.read(0, new byte[1], 0, 1);
    mapped.read(0, new byte[1], 0, 1);
  }

  @Test
  @Timeout(300)
  void releasesHandles() throws Exception {
    assumeTrue(Files.isDirectory(HANDLES));
    Files.write(folder.resolve("a"), new byte[10_000]);
    List<Input> inputs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      inputs.add(FileStore.unmapped(folder).open("a"));
    }
    assertThat(handles("a")).isEqualTo(20);
    inputs.remove(19).close();
    assertThat(handles("a")).isEqualTo(19);
    new FileStore(folder).open("a").map();
    assertThat(handles("a")).isEqualTo(19);
    new FileStore(folder).open("a").close();
    assertThat(handles("a")).isEqualTo(19);
    inputs.clear();
    while (handles("a") > 0) {
      System.gc();
      Thread.sleep(10);
    }
  }

  private long handles(String name) throws IOException {
    Path file = folder.toRealPath().resolve(name);
    try (Stream<Path> handles = Files.list(HANDLES)) {
      return handles.filter(handle -> isHandleOf(handle, file)).count();
    }
  }

  private static boolean isHandleOf(Path handle, Path file) {
    try {
      return Files.readSymbolicLink(handle).equals(file);
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  @Test
  void omitsTheLockFromTheList() throws IOException {
    Store store = new FileStore(folder);
    write(store, "a", "text");
    try (var lock = store.tryLock()) {
      assertThat(lock).isNotNull();
      assertThat(folder.resolve("lock.arag")).exists();
      assertThat(store.list()).containsExactly("a");
    }
  }

  @Test
  void removesOnlyDirectoriesItCreated() throws IOException {
    FileStore store = new FileStore(folder.resolve("a/b/c"));
    store.createDirectory();
    assertThat(store.exists()).isTrue();
    store.removeCreatedDirectory();
    assertThat(folder).isEmptyDirectory();
    Files.createDirectory(folder.resolve("mine"));
    FileStore mine = new FileStore(folder.resolve("mine"));
    mine.createDirectory();
    mine.removeCreatedDirectory();
    assertThat(folder.resolve("mine")).isDirectory();
  }

  @Test
  void keepsACreatedDirectoryThatIsNotEmpty() throws IOException {
    FileStore store = new FileStore(folder.resolve("a/b"));
    store.createDirectory();
    Files.writeString(folder.resolve("a/b/mine.txt"), "mine");
    store.removeCreatedDirectory();
    assertThat(folder.resolve("a/b/mine.txt")).exists();
  }

  private void cut(String name, long length) throws IOException {
    try (FileChannel channel = FileChannel.open(folder.resolve(name), StandardOpenOption.WRITE)) {
      channel.truncate(length);
    }
  }

  private static void write(Store store, String name, String text) throws IOException {
    try (Output output = store.create(name)) {
      output.write(text.getBytes(), 0, text.length());
      output.force();
    }
  }
}
