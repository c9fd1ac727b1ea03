package dev.arag.index;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.source.Source;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import dev.arag.index.sync.WriteCancelledException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ends operations that write: by an interrupt, by closing the index and by their handle. */
@Timeout(120)
class CancelledWriteTest {
  /** The number of sentences that an embedder gets at once. */
  static final int BATCH = 256;

  private static final Document TARN = Document.of("tarn", "Tarn lies on a river.");

  @TempDir Path folder;

  private Index.Builder builder(Runnable beforeEmbedding) {
    return Index.builder(folder.resolve("my.arag")).embedder(new CallbackEmbedder(beforeEmbedding));
  }

  /** Returns documents with one batch of sentences each. */
  static Source documents(int count) {
    return Source.documents("feed", IntStream.range(0, count).mapToObj(i -> document(i)).toList());
  }

  private static Document document(int number) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < BATCH; i++) {
      text.append("Machine ").append(number).append(" has part ").append(i).append(". ");
    }
    return Document.of("d" + number, text.toString());
  }

  /** A blocking call that an interrupt ends, and that does not restore the interrupt flag. */
  private static void blockUntilInterrupted(CountDownLatch reached) {
    reached.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("The blocking call was interrupted.", e);
    }
  }

  private static void blockIgnoringInterrupts(CountDownLatch reached, CountDownLatch released) {
    reached.countDown();
    while (true) {
      try {
        released.await();
        return;
      } catch (InterruptedException e) {
        // This call simulates native code, which ignores interrupts.
      }
    }
  }

  private static FutureTask<Object> start(Runnable work) {
    FutureTask<Object> task = new FutureTask<>(work, "done");
    new Thread(task, "writer").start();
    return task;
  }

  private static void assertCancelled(FutureTask<Object> task) {
    assertThatThrownBy(() -> task.get(60, SECONDS))
        .hasCauseInstanceOf(WriteCancelledException.class);
  }

  private static Duration timeOf(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private static boolean isClosed(Index index) {
    try {
      index.stats();
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private static boolean isEmbedding() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Stream::of)
        .anyMatch(
            frame ->
                frame.getClassName().endsWith(".OrtSession")
                    && frame.getMethodName().equals("run"));
  }

  /** Where a sync is when it is cancelled. */
  private enum Step {
    READING,
    PARSING,
    EMBEDDING,
    REPORTING,
    WAITING
  }

  /** How a sync is cancelled. */
  private enum Trigger {
    INTERRUPT,
    CLOSE,
    CANCEL
  }

  private record BlockingParser(Runnable block) implements Parser {
    @Override
    public Set<String> extensions() {
      return Set.of("blocking");
    }

    @Override
    public String fingerprint() {
      return "blocking";
    }

    @Override
    public ParsedFile parse(String id, InputStream in) {
      block.run();
      throw new IllegalStateException("not reached");
    }
  }

  private Source source(Step step, Runnable block) throws Exception {
    if (step == Step.PARSING) {
      Path file = Files.writeString(folder.resolve("a.blocking"), "text");
      return Source.path(file).parser(new BlockingParser(block));
    }
    if (step != Step.READING) {
      return documents(1);
    }
    Iterator<Document> documents =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public Document next() {
            block.run();
            throw new IllegalStateException("not reached");
          }
        };
    return Source.documents("feed", () -> documents);
  }

  /** Holds the write lock through another index object until its handle is closed. */
  private SyncHandle otherWriter() throws InterruptedException {
    CountDownLatch writing = new CountDownLatch(1);
    SyncHandle handle =
        builder(() -> blockUntilInterrupted(writing)).openOrCreate().startSync(documents(1));
    writing.await();
    return handle;
  }

  private static void awaitStep(Step step, CountDownLatch reached) throws InterruptedException {
    if (step == Step.WAITING) {
      Thread.sleep(200);
    } else {
      assertThat(reached.await(60, SECONDS)).isTrue();
    }
  }

  private static void interruptWriter() {
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("writer"))
        .forEach(Thread::interrupt);
  }

  private static void awaitOrFail(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Nested
  class Close {
    @Test
    void closeStopsASyncBeforeItsNextEmbeddingCallAndKeepsCommits() throws Exception {
      AtomicInteger calls = new AtomicInteger();
      CountDownLatch reached = new CountDownLatch(1);
      CountDownLatch released = new CountDownLatch(1);
      Index index =
          builder(
                  () -> {
                    if (calls.incrementAndGet() == 6) {
                      blockIgnoringInterrupts(reached, released);
                    }
                  })
              .batchLimits(new BatchLimits(4 * BATCH, Long.MAX_VALUE))
              .openOrCreate();
      FutureTask<Object> sync = start(() -> index.sync(documents(9)));
      reached.await();
      FutureTask<Object> closing = start(index::close);
      while (!isClosed(index)) {
        Thread.sleep(1);
      }
      released.countDown();
      closing.get(4, SECONDS);
      assertCancelled(sync);
      assertThat(calls).hasValue(6);
      try (Index again = builder(() -> {}).open()) {
        // The first commit of four documents is complete, the second was dropped.
        assertThat(again.stats().documents()).isEqualTo(4);
        assertThat(again.sync(documents(9)).added()).isEqualTo(5);
      }
      assertThat(Index.verify(folder.resolve("my.arag")).ok()).isTrue();
    }

    @Test
    void closeInterruptsAnEmbedderThatWaits() throws Exception {
      CountDownLatch reached = new CountDownLatch(1);
      Index index = builder(() -> blockUntilInterrupted(reached)).openOrCreate();
      AtomicBoolean wasInterrupted = new AtomicBoolean(true);
      FutureTask<Object> sync =
          start(
              () -> {
                try {
                  index.sync(documents(1));
                } finally {
                  wasInterrupted.set(Thread.currentThread().isInterrupted());
                }
              });
      reached.await();
      assertThat(timeOf(index::close)).isLessThan(Duration.ofSeconds(4));
      assertCancelled(sync);
      assertThat(wasInterrupted).as("interrupt flag of the caller's thread").isFalse();
      assertThat(folder.resolve("my.arag")).doesNotExist();
    }

    @Test
    void closeReturnsAfterFiveSecondsIfTheEmbedderIgnoresInterrupts() throws Exception {
      CountDownLatch reached = new CountDownLatch(1);
      CountDownLatch released = new CountDownLatch(1);
      Index index = builder(() -> blockIgnoringInterrupts(reached, released)).openOrCreate();
      FutureTask<Object> sync = start(() -> index.sync(documents(2)));
      reached.await();
      assertThat(timeOf(index::close))
          .isGreaterThanOrEqualTo(Duration.ofSeconds(5))
          .isLessThan(Duration.ofSeconds(15));
      assertThat(sync.isDone()).isFalse();
      released.countDown();
      assertCancelled(sync);
      try (Index next = builder(() -> {}).lockTimeout(Duration.ZERO).openOrCreate()) {
        assertThat(next.sync(documents(1)).added()).isOne();
      }
    }

    @Test
    void closeStopsTheBuiltInEmbedder() throws Exception {
      Index index = Index.openOrCreate(folder.resolve("built-in.arag"));
      SyncHandle sync = index.startSync(documents(40));
      while (!isEmbedding()) {
        Thread.sleep(10);
      }
      assertThat(timeOf(index::close)).isLessThan(Duration.ofSeconds(5));
      assertThatThrownBy(sync::await).isInstanceOf(WriteCancelledException.class);
    }

    @Test
    void closeWaitsForAShorterTimeIfConfigured() throws Exception {
      CountDownLatch reached = new CountDownLatch(1);
      CountDownLatch released = new CountDownLatch(1);
      Index index =
          builder(() -> blockIgnoringInterrupts(reached, released))
              .closeTimeout(Duration.ofMillis(100))
              .openOrCreate();
      SyncHandle sync = index.startSync(documents(1));
      reached.await();
      assertThat(timeOf(sync::close)).isLessThan(Duration.ofSeconds(4));
      assertThat(timeOf(index::close)).isLessThan(Duration.ofSeconds(4));
      released.countDown();
      assertThatThrownBy(sync::await).isInstanceOf(WriteCancelledException.class);
    }

    @Test
    void closeInAProgressListenerEndsTheSync() {
      Index index = builder(() -> {}).openOrCreate();
      assertThatThrownBy(() -> index.sync(List.of(documents(2)), progress -> index.close()))
          .isInstanceOf(WriteCancelledException.class);
      assertThatThrownBy(index::stats).isInstanceOf(IllegalStateException.class);
    }
  }

  @Nested
  class OneException {
    @ParameterizedTest
    @CsvSource({
      "READING,INTERRUPT",
      "PARSING,INTERRUPT",
      "EMBEDDING,INTERRUPT",
      "REPORTING,INTERRUPT",
      "WAITING,INTERRUPT",
      "READING,CLOSE",
      "PARSING,CLOSE",
      "EMBEDDING,CLOSE",
      "REPORTING,CLOSE",
      "WAITING,CLOSE",
      "READING,CANCEL",
      "PARSING,CANCEL",
      "EMBEDDING,CANCEL",
      "REPORTING,CANCEL",
      "WAITING,CANCEL"
    })
    void endsWithTheSameException(Step step, Trigger trigger) throws Exception {
      CountDownLatch reached = new CountDownLatch(1);
      Runnable block = () -> blockUntilInterrupted(reached);
      Runnable nothing = () -> {};
      Index index = builder(step == Step.EMBEDDING ? block : nothing).openOrCreate();
      Source source = source(step, block);
      Consumer<SyncProgress> listener =
          progress -> (step == Step.REPORTING ? block : nothing).run();
      SyncHandle other = step == Step.WAITING ? otherWriter() : null;
      try {
        if (trigger == Trigger.CANCEL) {
          SyncHandle sync = index.startSync(source).onProgress(listener);
          awaitStep(step, reached);
          sync.cancel();
          assertThatThrownBy(sync::await).isExactlyInstanceOf(WriteCancelledException.class);
        } else {
          FutureTask<Object> sync = start(() -> index.sync(List.of(source), listener));
          awaitStep(step, reached);
          if (trigger == Trigger.CLOSE) {
            index.close();
          } else {
            interruptWriter();
          }
          assertCancelled(sync);
        }
      } finally {
        if (other != null) {
          other.close();
        }
      }
      index.close();
      try (Index next = builder(nothing).openOrCreate()) {
        assertThat(next.put("feed", List.of(TARN)).added()).isOne();
      }
      assertThat(Index.verify(folder.resolve("my.arag")).ok()).isTrue();
    }

    @Test
    void keepsTheInterruptFlagOfTheCaller() {
      try (Index index = builder(() -> {}).openOrCreate()) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> index.sync(documents(1)))
            .isInstanceOf(WriteCancelledException.class)
            .isInstanceOf(CorpusException.class)
            .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
      }
    }

    @Test
    void doesNotMistakeTheInterruptOfAnotherThreadForItsOwn() {
      RuntimeException failure =
          new IllegalStateException(new ExecutionException(new InterruptedException()));
      Runnable failing =
          () -> {
            throw failure;
          };
      try (Index index = builder(failing).openOrCreate()) {
        assertThatThrownBy(() -> index.sync(documents(1))).isSameAs(failure);
        assertThat(Thread.interrupted()).isFalse();
      }
    }

    @Test
    void alsoCancelsOtherOperationsThatWrite() throws Exception {
      CountDownLatch reached = new CountDownLatch(1);
      try (Index index = builder(() -> {}).openOrCreate()) {
        index.sync(documents(2));
        FutureTask<Object> embed =
            start(() -> index.embed(new CallbackEmbedder(() -> blockUntilInterrupted(reached))));
        reached.await();
        interruptWriter();
        assertCancelled(embed);
        assertThat(index.stats().documents()).isEqualTo(2);
      }
    }
  }

  @Nested
  class Handles {
    @Test
    void aHandleReportsProgressAndTheResult() throws Exception {
      try (Index index = builder(() -> {}).openOrCreate();
          SyncHandle sync = index.startSync(documents(3))) {
        List<SyncProgress> before = new CopyOnWriteArrayList<>();
        sync.onProgress(before::add);
        SyncReport report = sync.await();
        assertThat(report.added()).isEqualTo(3);
        assertThat(sync.await()).isSameAs(report);
        assertThat(sync.toFuture().get()).isSameAs(report);
        assertThat(before.get(before.size() - 1).share()).isEqualTo(1);
        assertThat(sync.progress()).hasValue(before.get(before.size() - 1));
        List<SyncProgress> late = new ArrayList<>();
        sync.onProgress(late::add);
        assertThat(late).containsExactlyElementsOf(sync.progress().stream().toList());
        sync.cancel();
        assertThat(sync.await()).isSameAs(report);
      }
    }

    @Test
    void aProgressListenerCannotWaitForItsOwnSync() throws Exception {
      CountDownLatch hasListener = new CountDownLatch(1);
      try (Index index = builder(() -> awaitOrFail(hasListener)).openOrCreate();
          SyncHandle sync = index.startSync(documents(3))) {
        sync.onProgress(
            progress -> {
              if (Thread.currentThread().getName().equals("arag-index-sync")) {
                sync.await();
              }
            });
        hasListener.countDown();
        assertThatThrownBy(sync::await)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage(
                "A progress listener must not wait for its own sync. Wait on another thread, or use"
                    + " toFuture().");
      }
    }

    @Test
    void closingAHandleCancelsTheSyncButNotTheIndex() throws Exception {
      CountDownLatch reached = new CountDownLatch(1);
      AtomicBoolean isBlocking = new AtomicBoolean(true);
      try (Index index =
          builder(
                  () -> {
                    if (isBlocking.get()) {
                      blockUntilInterrupted(reached);
                    }
                  })
              .openOrCreate()) {
        SyncHandle sync = index.startSync(documents(1));
        reached.await();
        assertThat(timeOf(sync::close)).isLessThan(Duration.ofSeconds(4));
        assertThat(sync.toFuture()).isCompletedExceptionally();
        assertThatThrownBy(sync::await)
            .isInstanceOf(WriteCancelledException.class)
            .hasMessage(
                "Cancelled. Earlier commits of "
                    + folder.resolve("my.arag")
                    + " are kept. Run the operation again to complete it.");
        isBlocking.set(false);
        assertThat(index.sync(documents(1)).added()).isOne();
      }
    }

    @Test
    void aHandleThrowsTheExceptionOfTheSync() {
      try (Index index = builder(() -> {}).openOrCreate();
          SyncHandle sync = index.startSync(Source.path(folder.resolve("missing")))) {
        assertThatThrownBy(sync::await)
            .isInstanceOf(CorpusException.class)
            .hasMessageContaining("There is no file or folder");
      }
    }

    @Test
    void aWaitingThreadCanBeInterruptedAndTheSyncContinues() throws Exception {
      CountDownLatch released = new CountDownLatch(1);
      try (Index index =
              builder(() -> blockIgnoringInterrupts(new CountDownLatch(1), released))
                  .openOrCreate();
          SyncHandle sync = index.startSync(documents(1))) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(sync::await)
            .isInstanceOf(CorpusException.class)
            .isNotInstanceOf(WriteCancelledException.class)
            .hasMessageContaining("The sync continues");
        assertThat(Thread.interrupted()).isTrue();
        released.countDown();
        assertThat(sync.await().added()).isOne();
      }
    }

    @Test
    void aSyncThreadIsANamedDaemon() throws Exception {
      AtomicBoolean isDaemon = new AtomicBoolean();
      try (Index index =
              builder(
                      () ->
                          isDaemon.set(
                              Thread.currentThread().isDaemon()
                                  && Thread.currentThread().getName().equals("arag-index-sync")))
                  .openOrCreate();
          SyncHandle sync = index.startSync(documents(1))) {
        sync.await();
        assertThat(isDaemon).isTrue();
      }
    }
  }
}
