package dev.arag.index.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class WriteLockTest {
  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void nameTheFile() throws IOException {
    file = folder.toRealPath().resolve("lock.arag");
  }

  @Test
  void locksExclusivelyAndDeletesTheFileInAnEmptyDirectory() throws IOException {
    try (Closeable held = WriteLock.tryAcquire(file)) {
      assertThat(held).isNotNull();
      assertThat(WriteLock.tryAcquire(file)).isNull();
    }
    assertThat(file).doesNotExist();
    acquire().close();
  }

  @Test
  void doesNotReleaseTheNextHolderWhenClosedTwice() throws IOException {
    WriteLock first = acquire();
    first.close();
    try (WriteLock second = acquire()) {
      first.close();
      assertThat(second).isNotNull();
      assertThat(file).exists();
      assertThat(WriteLock.tryAcquire(file)).isNull();
    }
  }

  @Test
  void keepsTheFileInADirectoryWithOtherFiles() throws IOException {
    Files.createFile(folder.resolve("manifest.arag"));
    acquire().close();
    assertThat(file).exists();
    acquire().close();
  }

  @Test
  void reusesALeftoverLockFile() throws IOException {
    Files.createFile(file);
    acquire().close();
  }

  @Test
  void namesTheHolderOnlyWhileTheLockIsHeld() throws IOException {
    Files.createFile(folder.resolve("manifest.arag"));
    WriteLock held = acquire();
    assertThat(WriteLock.tryAcquire(file)).isNull();
    assertThat(WriteLock.holder(file))
        .startsWith("thread " + Thread.currentThread().getName() + ", since 20");
    held.close();
    assertThat(file).isEmptyFile();
    assertThat(WriteLock.holder(file)).isEmpty();
  }

  /** An interrupt closes a channel that is written to, and closing it releases the lock. */
  @Test
  void doesNotReturnALockThatAnInterruptHasReleased() throws IOException {
    Thread.currentThread().interrupt();
    WriteLock lost = WriteLock.tryAcquire(file);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(lost).isNull();
    acquire().close();
  }

  @Test
  @Timeout(300)
  void rejectsALockThatIsNotARegularFileWithoutBlocking() throws Exception {
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> WriteLock.tryAcquire(file)).hasMessageContaining("not a regular file");
    Files.delete(file);
    Files.createSymbolicLink(file, folder.resolve("elsewhere"));
    assertThatThrownBy(() -> WriteLock.tryAcquire(file)).hasMessageContaining("not a regular file");
    assertThat(folder.resolve("elsewhere")).doesNotExist();
  }

  /**
   * On POSIX systems, closing any handle to a file releases all locks of the process on this file.
   */
  @Test
  void keepsTheLockDuringOtherUsesOfTheLibraryInThisProcess() throws Exception {
    Path index = folder.resolve("index");
    fill(index);
    Path link = Files.createSymbolicLink(folder.resolve("link"), index);
    Path detour = folder.resolve("link/../index/.");
    FileStore store = new FileStore(index);
    try (Prober prober = new Prober(folder)) {
      Closeable held = Objects.requireNonNull(store.tryLock());
      assertThat(prober.getsLock(index)).isFalse();
      for (Path path : List.of(index, link, detour)) {
        assertThat(new FileStore(path).tryLock()).isNull();
        assertThat(FileStore.unmapped(path).tryLock()).isNull();
        assertThat(prober.getsLock(index)).as("after an attempt by " + path).isFalse();
        assertThat(Index.verify(path).ok()).isTrue();
        assertThat(prober.getsLock(index)).as("after verify of " + path).isFalse();
        openAll(new FileStore(path));
        openAll(FileStore.unmapped(path));
        assertThat(prober.getsLock(index)).as("after reading all of " + path).isFalse();
        assertThatThrownBy(() -> fill(path)).hasMessageContaining("is locked by another writer");
        assertThat(prober.getsLock(index)).as("after a sync of " + path).isFalse();
      }
      held.close();
      assertThat(prober.getsLock(index)).isTrue();
    }
  }

  @Test
  void protectsTheLockFromTheLibraryInAnotherClassLoader() throws Exception {
    Path index = folder.resolve("index");
    fill(index);
    try (Prober prober = new Prober(folder);
        URLClassLoader other = new URLClassLoader(classPath(), null)) {
      Closeable held = Objects.requireNonNull(new FileStore(index).tryLock());
      for (int i = 0; i < 3; i++) {
        assertThat(tryLock(other, index)).isNull();
        System.gc();
        assertThat(prober.getsLock(index)).isFalse();
      }
      held.close();
      try (Closeable theirs = tryLock(other, index)) {
        assertThat(theirs).isNotNull();
        assertThat(prober.getsLock(index)).isFalse();
        assertThat(new FileStore(index).tryLock()).isNull();
        assertThat(prober.getsLock(index)).isFalse();
      }
      assertThat(prober.getsLock(index)).isTrue();
    }
  }

  private static Closeable tryLock(ClassLoader loader, Path directory) throws Exception {
    Class<?> type = loader.loadClass(FileStore.class.getName());
    assertThat(type).isNotSameAs(FileStore.class);
    Object store = type.getConstructor(Path.class).newInstance(directory);
    return (Closeable) type.getMethod("tryLock").invoke(store);
  }

  private static URL[] classPath() {
    String[] parts = System.getProperty("java.class.path").split(java.io.File.pathSeparator);
    return Arrays.stream(parts).map(WriteLockTest::url).toArray(URL[]::new);
  }

  private static URL url(String part) {
    try {
      return Path.of(part).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(part, e);
    }
  }

  private static void openAll(Store store) throws IOException {
    for (String name : store.list()) {
      Input input = store.open(name);
      input.read(0, new byte[1], 0, 1);
      input.close();
    }
    assertThat(store.list()).isNotEmpty().doesNotContain("lock.arag");
  }

  private static void fill(Path directory) {
    try (Index index = Index.builder(directory).embedder(new HashEmbedder(4)).openOrCreate()) {
      index.sync(
          Source.documents(
              "test", List.of(Document.builder("a", "Tarn lies on a river.").build())));
    }
  }

  private WriteLock acquire() throws IOException {
    return Objects.requireNonNull(WriteLock.tryAcquire(file));
  }

  /** A process that tries to acquire the lock of a directory whenever a test requests it. */
  static final class Prober implements Closeable {
    private final Process process;
    private final PrintStream questions;
    private final BufferedReader answers;

    Prober(Path folder) throws IOException {
      process = ChildProcess.start(folder, Prober.class);
      questions = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
      answers =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    boolean getsLock(Path directory) throws IOException {
      questions.println(directory);
      String answer = answers.readLine();
      assertThat(answer).isIn("true", "false");
      return Boolean.parseBoolean(answer);
    }

    @Override
    public void close() throws IOException {
      questions.close();
      try {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    public static void main(String[] args) throws IOException {
      BufferedReader questions =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String path = questions.readLine(); path != null; path = questions.readLine()) {
        try (Closeable lock = new FileStore(Path.of(path)).tryLock()) {
          System.out.println(lock != null);
        }
      }
    }
  }
}
