package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.step.StopReason;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cancels or interrupts runs at random moments. The runs use an index and a real HTTP server. Each
 * run must end quickly and must not leave threads or open requests behind.
 */
class CancellationTest {
  private static final int THREADS = 8;

  @TempDir private Path folder;

  @Test
  void endsASampleOfCancelledRunsQuicklyWithoutLeaks() throws Exception {
    campaign(150, 20_000);
  }

  @Tag("full")
  @Test
  void endsTenThousandCancelledRunsQuicklyWithoutLeaks() throws Exception {
    campaign(10_000, 100);
  }

  private void campaign(int count, long mostMillis) throws Exception {
    long start = System.nanoTime();
    long[] nanos = new long[count];
    AtomicInteger cancelled = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (Index index = index();
        SlowServer server = new SlowServer()) {
      ChatModel model = OpenAiCompatible.of(server.bytes.baseUrl(), "tiny-1", "").chatModel();
      Agent agent = Agent.builder(index, model).build();
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int seed = i;
        all.add(threads.submit(() -> nanos[seed] = one(agent, seed, cancelled)));
      }
      for (Future<?> each : all) {
        each.get();
      }
      assertNoThreadsOrRequestsRemain(server.bytes);
      assertThat(index.read(ChunkId.of("k2"))).isPresent();
      assertThat(index.keywordSearch(List.of("Tarn"), 5).hits()).isNotEmpty();
      assertThat(index.semanticSearch("Who was born in Tarn?", 5)).isNotEmpty();
    } finally {
      threads.shutdownNow();
    }
    Arrays.sort(nanos);
    long p99 = nanos[count * 99 / 100] / 1_000_000;
    System.out.printf(
        "cancellations: %d, %d of them before the end; p50 %.1f ms, p99 %d ms, longest %d ms; %d ms%n",
        count,
        cancelled.get(),
        nanos[count / 2] / 1e6,
        p99,
        nanos[count - 1] / 1_000_000,
        (System.nanoTime() - start) / 1_000_000);
    assertThat(cancelled.get()).isGreaterThan(count / 4);
    assertThat(p99).isLessThanOrEqualTo(mostMillis);
  }

  private Index index() {
    Index index =
        Index.builder(folder.resolve("i.arag")).embedder(new HashEmbedder()).openOrCreate();
    List<Document> documents =
        IntStream.range(0, 200)
            .mapToObj(
                i ->
                    Document.builder("k" + i, "Mira Voss the " + i + "th was born in Tarn.")
                        .oneChunk(ChunkId.of("k" + i))
                        .build())
            .toList();
    index.sync(Source.documents("people", documents));
    return index;
  }

  /**
   * Cancels or interrupts one run, and returns the nanoseconds from the cancellation to the end of
   * the run.
   */
  private static long one(Agent agent, int seed, AtomicInteger cancelled) throws Exception {
    Random random = new Random(seed);
    long delayMicros = random.nextInt(12_000);
    return random.nextBoolean()
        ? cancel(agent, seed, delayMicros, cancelled)
        : interrupt(agent, seed, delayMicros, cancelled);
  }

  private static long cancel(Agent agent, int seed, long delayMicros, AtomicInteger cancelled)
      throws Exception {
    Run run = agent.start("Who was born in Tarn? seed " + seed);
    TimeUnit.MICROSECONDS.sleep(delayMicros);
    long start = System.nanoTime();
    run.cancel();
    count(run::answer, cancelled);
    return System.nanoTime() - start;
  }

  private static long interrupt(Agent agent, int seed, long delayMicros, AtomicInteger cancelled)
      throws Exception {
    boolean[] isFlagSet = new boolean[1];
    StopReason[] reason = new StopReason[1];
    Thread asking =
        new Thread(
            () -> {
              reason[0] = reason(() -> agent.ask("Who was born in Tarn? seed " + seed));
              isFlagSet[0] = Thread.currentThread().isInterrupted();
            });
    asking.start();
    TimeUnit.MICROSECONDS.sleep(delayMicros);
    long start = System.nanoTime();
    asking.interrupt();
    asking.join();
    long nanos = System.nanoTime() - start;
    if (reason[0] == StopReason.CANCELLED) {
      cancelled.incrementAndGet();
      assertThat(isFlagSet[0]).isTrue();
    }
    return nanos;
  }

  private interface Ask {
    Answer answer();
  }

  private static void count(Ask asking, AtomicInteger cancelled) {
    if (reason(asking) == StopReason.CANCELLED) {
      cancelled.incrementAndGet();
    }
  }

  private static StopReason reason(Ask asking) {
    try {
      return asking.answer().stopReason();
    } catch (NoAnswerException e) {
      return e.stopReason();
    }
  }

  private static void assertNoThreadsOrRequestsRemain(ByteServer server)
      throws InterruptedException {
    for (int i = 0; i < 1_200 && (server.stalled() > 0 || ownThreads() > 0); i++) {
      Thread.sleep(50);
    }
    assertThat(server.stalled()).isZero();
    assertThat(ownThreads()).isZero();
  }

  private static long ownThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(
            each ->
                each.getName().equals("arag-run")
                    || each.getName().equals("arag-call")
                    || each.getName().equals("arag-events"))
        .count();
  }

  /** A server that answers after a few milliseconds or never. */
  private static final class SlowServer implements AutoCloseable {
    private final ByteServer bytes = new ByteServer(this::answer);
    private final Random random = new Random(7);

    private boolean answer(String body, Socket socket) throws IOException {
      int millis = next();
      if (millis > 5) {
        return bytes.stall(socket);
      }
      pause(millis);
      boolean hasSearched = body.contains("tool_call_id");
      socket
          .getOutputStream()
          .write(
              hasSearched
                  ? Recording.ALL.get(0).bytes()
                  : Recording.lengthDelimited(Recording.call()));
      return true;
    }

    private synchronized int next() {
      return random.nextInt(7);
    }

    private static void pause(int millis) {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      bytes.close();
    }
  }
}
