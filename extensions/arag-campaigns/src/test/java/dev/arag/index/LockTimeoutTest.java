package dev.arag.index;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.IndexLockedException;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.ChildProcess;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Writers wait for other writers: threads of one index, other index objects, other processes. */
@Timeout(120)
class LockTimeoutTest {
  @TempDir Path folder;

  /** Blocks an embedder until the test releases it. */
  private record Hold(CountDownLatch reached, CountDownLatch released) {
    Hold() {
      this(new CountDownLatch(1), new CountDownLatch(1));
    }

    Embedder embedder() {
      return new CallbackEmbedder(this::await);
    }

    private void await() {
      reached.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private Index.Builder builder(Embedder embedder) {
    return Index.builder(folder.resolve("my.arag")).embedder(embedder);
  }

  private static SyncReport put(Index index, String id) {
    return index.put("rows", List.of(Document.of(id, "The row " + id + " has a text.")));
  }

  private static FutureTask<SyncReport> start(String name, Index index, String id) {
    FutureTask<SyncReport> task = new FutureTask<>(() -> put(index, id));
    new Thread(task, name).start();
    return task;
  }

  @Test
  void threadsOfOneIndexWaitForEachOther() throws Exception {
    Hold hold = new Hold();
    try (Index index = builder(hold.embedder()).openOrCreate()) {
      List<FutureTask<SyncReport>> puts = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        puts.add(start("writer " + i, index, "row" + i));
      }
      hold.reached().await();
      Thread.sleep(300);
      hold.released().countDown();
      for (FutureTask<SyncReport> put : puts) {
        assertThat(put.get(60, SECONDS).added()).isOne();
      }
      assertThat(index.documentIds()).hasSize(5);
    }
  }

  @Test
  void indexObjectsOfOneProcessWaitForEachOther() throws Exception {
    Hold hold = new Hold();
    try (Index first = builder(hold.embedder()).openOrCreate();
        Index second = builder(new HashEmbedder(8)).openOrCreate()) {
      FutureTask<SyncReport> put = start("first writer", first, "a");
      hold.reached().await();
      FutureTask<SyncReport> waiting = start("second writer", second, "b");
      Thread.sleep(300);
      assertThat(waiting.isDone()).isFalse();
      hold.released().countDown();
      assertThat(put.get(60, SECONDS).added()).isOne();
      assertThat(waiting.get(60, SECONDS).documents()).isEqualTo(2);
    }
  }

  @Test
  void namesTheThreadThatHoldsTheLockAfterTheTimeout() throws Exception {
    Hold hold = new Hold();
    Index.Builder impatient = builder(hold.embedder()).lockTimeout(Duration.ofMillis(200));
    try (Index index = impatient.openOrCreate();
        Index other = impatient.openOrCreate()) {
      FutureTask<SyncReport> put = start("nightly import", index, "a");
      hold.reached().await();
      for (Index refused : List.of(index, other)) {
        long start = System.nanoTime();
        assertThatThrownBy(() -> put(refused, "b"))
            .isInstanceOf(IndexLockedException.class)
            .hasMessageMatching(
                "\\S+my.arag is locked by another writer \\(thread nightly import, since"
                    + " 20[0-9T:-]+Z\\)\\. Retry when it has finished\\.");
        assertThat(Duration.ofNanos(System.nanoTime() - start))
            .isBetween(Duration.ofMillis(200), Duration.ofSeconds(15));
      }
      hold.released().countDown();
      put.get(60, SECONDS);
    }
  }

  @Test
  void neverWaitsForItsOwnThread() {
    try (Index index = builder(new HashEmbedder(8)).openOrCreate();
        Index other = builder(new HashEmbedder(8)).openOrCreate()) {
      for (Index nested : List.of(index, other)) {
        long start = System.nanoTime();
        assertThatThrownBy(
                () ->
                    index.sync(
                        List.of(Source.documents("s", List.of(Document.of("a", "A text.")))),
                        progress -> put(nested, "b")))
            .isInstanceOf(IndexLockedException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
      }
    }
  }

  @Test
  void waitsForAnotherProcessAndNamesIt() throws Exception {
    try (Index index = builder(new HashEmbedder(8)).openOrCreate();
        Index impatient = builder(new HashEmbedder(8)).lockTimeout(Duration.ZERO).openOrCreate()) {
      put(index, "a");
      Process holder = startHolder();
      long pid = holder.pid();
      assertThatThrownBy(() -> put(impatient, "b"))
          .isInstanceOf(IndexLockedException.class)
          .hasMessageMatching(
              "\\S+my.arag is locked by another writer \\(process "
                  + pid
                  + ", since 20[0-9T:-]+Z\\)\\. Retry when it has finished\\.");
      FutureTask<SyncReport> waiting = start("waiting", index, "b");
      Thread.sleep(300);
      assertThat(waiting.isDone()).isFalse();
      holder.getOutputStream().close();
      assertThat(waiting.get(60, SECONDS).added()).isOne();
      assertThat(holder.waitFor(60, SECONDS)).isTrue();
    }
  }

  @Test
  void writesAfterTheOtherProcessWasKilled() throws Exception {
    try (Index index = builder(new HashEmbedder(8)).openOrCreate()) {
      put(index, "a");
      Process holder = startHolder();
      FutureTask<SyncReport> waiting = start("waiting", index, "b");
      Thread.sleep(100);
      holder.destroyForcibly();
      assertThat(waiting.get(60, SECONDS).added()).isOne();
    }
    assertThat(Files.size(folder.resolve("my.arag/lock.arag"))).isZero();
    assertThat(Index.verify(folder.resolve("my.arag")).ok()).isTrue();
  }

  private Process startHolder() throws IOException {
    Process holder = ChildProcess.start(folder, Holder.class, folder.resolve("my.arag").toString());
    assertThat(holder.getInputStream().read()).isEqualTo('l');
    return holder;
  }

  /** Holds the write lock of an index until its input ends. */
  static final class Holder {
    public static void main(String[] arguments) throws IOException {
      Closeable lock = Objects.requireNonNull(new FileStore(Path.of(arguments[0])).tryLock());
      System.out.print("l");
      System.out.flush();
      while (System.in.read() >= 0) {
        // Waits for the end of the input.
      }
      lock.close();
    }
  }
}
