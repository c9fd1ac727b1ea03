package dev.arag.index.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStoreTest {
  @TempDir Path folder;

  @Test
  void readsAcrossMappedWindows() throws IOException {
    byte[] bytes = new byte[20_000];
    new Random(1).nextBytes(bytes);
    Files.write(folder.resolve("a"), bytes);
    Input input = new FileStore(folder, 4096).open("a", bytes.length);
    for (int start : new int[] {0, 1, 4095, 4096, 8191, 19_999}) {
      byte[] read = new byte[bytes.length - start];
      input.read(start, read, 0, read.length);
      assertThat(read).isEqualTo(Arrays.copyOfRange(bytes, start, bytes.length));
    }
  }

  @Test
  void keepsReadingAFileWhoseNameIsGone() throws IOException {
    Store store = new FileStore(folder);
    write(store, "a", "old");
    Input input = store.open("a", 3);
    write(store, "b", "new");
    store.rename("b", "a");
    store.delete("a");
    byte[] read = new byte[3];
    input.read(0, read, 0, 3);
    assertThat(read).asString().isEqualTo("old");
    assertThat(store.list()).isEmpty();
  }

  @Test
  void aCutUnderAMappingIsAnErrorAndNotTheEndOfTheProcess() throws IOException {
    Path file = folder.resolve("a");
    Files.write(file, new byte[100_000]);
    Input input = new FileStore(folder).open("a", 100_000);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(10);
    }
    assertThat(failureOfReading(input)).isInstanceOfAny(IOException.class, InternalError.class);
  }

  /** The JVM may tell of the fault a little later than the read: on the way back from a call. */
  private static Throwable failureOfReading(Input input) {
    try {
      for (int i = 0; i < 100; i++) {
        input.read(90_000, new byte[100], 0, 100);
        Thread.yield();
      }
      return null;
    } catch (IOException | InternalError e) {
      return e;
    }
  }

  @Test
  void opensOnlyPlainFiles() throws IOException {
    Store store = new FileStore(folder);
    Files.createDirectory(folder.resolve("folder"));
    write(store, "a", "text");
    assertThatThrownBy(() -> store.size("folder")).hasMessageContaining("not a plain file");
    assertThatThrownBy(() -> store.size("none")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> store.create("a")).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(store.size("a")).isEqualTo(4);
  }

  @Test
  void takesBackTheDirectoriesItMadeAndNoOther() throws IOException {
    FileStore store = new FileStore(folder.resolve("a/b/c"));
    store.makeDirectory();
    assertThat(store.exists()).isTrue();
    store.removeMadeDirectory();
    assertThat(folder).isEmptyDirectory();
    Files.createDirectory(folder.resolve("mine"));
    FileStore mine = new FileStore(folder.resolve("mine"));
    mine.makeDirectory();
    mine.removeMadeDirectory();
    assertThat(folder.resolve("mine")).isDirectory();
  }

  @Test
  void keepsAMadeDirectoryThatHoldsSomething() throws IOException {
    FileStore store = new FileStore(folder.resolve("a/b"));
    store.makeDirectory();
    Files.writeString(folder.resolve("a/b/mine.txt"), "mine");
    store.removeMadeDirectory();
    assertThat(folder.resolve("a/b/mine.txt")).exists();
  }

  private static void write(Store store, String name, String text) throws IOException {
    try (Output output = store.create(name)) {
      output.write(text.getBytes(), 0, text.length());
      output.force();
    }
  }
}
