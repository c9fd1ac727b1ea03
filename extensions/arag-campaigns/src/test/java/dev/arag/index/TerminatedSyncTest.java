package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.internal.store.ChildProcess;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.sync.WriteCancelledException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A server closes its index in a shutdown hook and is terminated during a sync. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class TerminatedSyncTest {
  private static final int DOCUMENTS = 30;

  private static final int DOCUMENTS_OF_A_COMMIT = 4;

  @TempDir Path folder;

  /** Simulates an embedder that computes for a while and ignores interrupts. */
  private static void compute() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(40);
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static Index open(Path directory, Embedder embedder) {
    return Index.builder(directory)
        .embedder(embedder)
        .batchLimits(
            new BatchLimits(DOCUMENTS_OF_A_COMMIT * CancelledWriteTest.BATCH, Long.MAX_VALUE))
        .openOrCreate();
  }

  @Test
  void endsSoonAndKeepsItsCommits() throws Exception {
    Path directory = folder.resolve("my.arag");
    Process server = ChildProcess.start(folder, Server.class, directory.toString());
    assertThat(server.getInputStream().read()).isEqualTo('c');
    long start = System.nanoTime();
    // Process.destroy would also close the output of the process.
    server.toHandle().destroy();
    assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
    Duration shutdown = Duration.ofNanos(System.nanoTime() - start);
    assertThat(shutdown).isLessThan(Duration.ofSeconds(5));
    assertThat(new String(server.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("WriteCancelledException");
    assertThat(Index.verify(directory).ok()).isTrue();
    try (Index index = open(directory, new HashEmbedder(8))) {
      long kept = index.stats().documents();
      assertThat(kept).isBetween((long) DOCUMENTS_OF_A_COMMIT, DOCUMENTS - 1L);
      assertThat(index.sync(CancelledWriteTest.documents(DOCUMENTS)).added())
          .isEqualTo(DOCUMENTS - kept);
    }
  }

  /** Syncs and writes a {@code c} after the first commit. */
  static final class Server {
    public static void main(String[] arguments) {
      Index index = open(Path.of(arguments[0]), new CallbackEmbedder(TerminatedSyncTest::compute));
      Thread main = Thread.currentThread();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(index, main)));
      boolean[] isReported = {false};
      try {
        index.sync(
            List.of(CancelledWriteTest.documents(DOCUMENTS)),
            progress -> {
              if (!isReported[0] && index.stats().documents() > 0) {
                isReported[0] = true;
                System.out.print('c');
                System.out.flush();
              }
            });
      } catch (WriteCancelledException e) {
        System.out.print(e.getClass().getSimpleName());
        System.out.flush();
      }
    }

    private static void close(Index index, Thread main) {
      index.close();
      try {
        main.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
