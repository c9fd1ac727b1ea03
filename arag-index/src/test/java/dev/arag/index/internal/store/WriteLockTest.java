package dev.arag.index.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteLockTest {
  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void nameTheFile() throws IOException {
    file = folder.toRealPath().resolve("lock.arag");
  }

  @Test
  void isHeldOnceAndLeavesNothingBehindWhereNothingElseIs() throws IOException {
    try (Closeable held = WriteLock.tryAcquire(file)) {
      assertThat(held).isNotNull();
      assertThat(WriteLock.tryAcquire(file)).isNull();
    }
    assertThat(file).doesNotExist();
    Objects.requireNonNull(WriteLock.tryAcquire(file)).close();
  }

  @Test
  void keepsOtherProcessesOutEvenAfterAFailedSecondTry() throws Exception {
    try (Closeable held = WriteLock.tryAcquire(file)) {
      assertThat(held).isNotNull();
      assertThat(WriteLock.tryAcquire(file)).isNull();
      assertThat(tryInAnotherProcess()).isEqualTo(1);
    }
    assertThat(tryInAnotherProcess()).isZero();
  }

  @Test
  void theFileStaysBesideOthers() throws IOException {
    Files.createFile(folder.resolve("manifest.arag"));
    Objects.requireNonNull(WriteLock.tryAcquire(file)).close();
    assertThat(file).exists();
    Objects.requireNonNull(WriteLock.tryAcquire(file)).close();
  }

  @Test
  void aFileThatAKilledProcessLeftIsTakenOver() throws IOException {
    Files.createFile(file);
    try (Closeable held = WriteLock.tryAcquire(file)) {
      assertThat(held).isNotNull();
    }
  }

  private int tryInAnotherProcess() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.arag.index.internal.store.WriteLockTest$OtherProcess",
                file.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** Ends with 0 if it gets the lock. */
  static final class OtherProcess {
    private OtherProcess() {}

    public static void main(String[] args) throws IOException {
      try (Closeable lock = WriteLock.tryAcquire(Path.of(args[0]))) {
        System.exit(lock == null ? 1 : 0);
      }
    }
  }
}
