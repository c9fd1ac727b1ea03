package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs many readers and one writer on real files for some time. */
class SoakTest {
  private static final int GC_ROUNDS = 3_000;

  @TempDir Path folder;

  @Test
  @Timeout(600)
  void showsReadersWholeCommitsDuringWrites() throws Exception {
    run(1, Duration.ofSeconds(1));
  }

  @Tag("full")
  @Test
  @Timeout(6_000)
  void showsReadersWholeCommitsForTenMinutes() throws Exception {
    run(2, Duration.ofMinutes(10));
  }

  private void run(long seed, Duration duration) throws Exception {
    Path directory = folder.toRealPath().resolve("soak-" + seed);
    String counts = soak(directory, seed, duration);
    long left = awaitRelease(directory);
    System.out.printf(
        "soak: %d ms, seed %d, %s, %d handles and mappings left%n",
        duration.toMillis(), seed, counts, left);
    assertThat(left).as("handles and mappings of " + directory).isZero();
    assertThat(Index.verify(directory).problems()).isEmpty();
  }

  /** Runs in a separate stack frame, so that its objects can be garbage-collected afterwards. */
  private static String soak(Path directory, long seed, Duration duration) throws Exception {
    return new Soak(directory, seed).run(duration);
  }

  /**
   * Waits until all handles and mappings are released. A mapping is released when it is
   * garbage-collected.
   */
  private static long awaitRelease(Path directory) throws Exception {
    for (int round = 0; round < GC_ROUNDS && openHandles(directory) > 0; round++) {
      System.gc();
      Thread.sleep(20);
    }
    return openHandles(directory);
  }

  /**
   * Returns the number of open handles and mappings below a directory, or 0 if the operating system
   * does not list them.
   */
  static long openHandles(Path directory) throws IOException {
    Path self = Path.of("/proc/self");
    if (!Files.isDirectory(self.resolve("fd"))) {
      return 0;
    }
    try (Stream<Path> handles = Files.list(self.resolve("fd"));
        Stream<String> mappings = Files.lines(self.resolve("maps"))) {
      long open = handles.filter(each -> target(each).contains(directory.toString())).count();
      return open + mappings.filter(each -> each.contains(directory.toString())).count();
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }
}
