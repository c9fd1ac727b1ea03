package dev.arag.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many platform threads and virtual threads ask, search and write at the same time, while another
 * thread syncs. No call may fail, and no run may exceed its deadline.
 */
class MixedLoadTest {
  private static final int THREADS_OF_EACH_KIND = 50;
  private static final int FIRST_RELEASE_WITH_VIRTUAL_THREADS = 21;
  private static final Duration TIMEOUT = Duration.ofMillis(500);

  /** Ten times the intended lateness. */
  private static final Duration MAX_LATENESS = Duration.ofMillis(2_500);

  private static final String FACT = "The Old Bridge was designed by Mira Voss.";
  private static final String QUESTION = "Who designed the Old Bridge?";
  private static final RetrievalTool RATES =
      RetrievalTool.of(
          "exchange_rate",
          "Today's rate of a currency in euros.",
          "{\"type\": \"object\", \"properties\": {}}",
          call -> {
            compute(Duration.ofMillis(1));
            return Observation.source("ECB", "1 USD = 0.92 EUR");
          });

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Queue<Long> latenessNanos = new ConcurrentLinkedQueue<>();
  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicInteger searches = new AtomicInteger();
  private final Semaphore computing = new Semaphore(2);
  private final AtomicInteger writes = new AtomicInteger();

  @TempDir Path folder;
  private String chunk = "";

  @Test
  @Timeout(120)
  void asksSearchesAndWritesAtTheSameTime() throws Exception {
    run(Duration.ofSeconds(2));
  }

  @Tag("full")
  @Test
  @Timeout(300)
  void asksSearchesAndWritesForAMinute() throws Exception {
    run(Duration.ofMinutes(1));
  }

  private void run(Duration duration) throws Exception {
    try (Index index =
        Index.builder(folder.resolve("index")).embedder(new HashEmbedder()).openOrCreate()) {
      run(index, duration);
    }
  }

  private void run(Index index, Duration duration) throws Exception {
    index.sync(Source.documents("facts", List.of(Document.of("bridge", FACT))));
    chunk = index.keywordSearch(List.of("Old Bridge"), 1).hits().get(0).chunkId().value();
    long end = System.nanoTime() + duration.toNanos();
    List<CountDownLatch> threads = new ArrayList<>();
    threads.add(start(false, () -> sync(index, end)));
    for (int i = 0; i < THREADS_OF_EACH_KIND; i++) {
      int seed = i;
      String name = "notes" + i;
      threads.add(start(false, () -> work(index, name, new Random(seed), end)));
      if (Runtime.version().feature() >= FIRST_RELEASE_WITH_VIRTUAL_THREADS) {
        String virtual = "virtual" + i;
        threads.add(start(true, () -> work(index, virtual, new Random(-seed - 1), end)));
      }
    }
    for (CountDownLatch thread : threads) {
      assertThat(thread.await(60 + duration.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
    print();
    assertThat(failures).isEmpty();
    assertThat(latenessNanos).isNotEmpty();
    assertThat(Duration.ofNanos(percentile(1.0))).isLessThan(MAX_LATENESS);
    assertThat(Index.verify(folder.resolve("index")).ok()).isTrue();
  }

  private void print() {
    System.out.printf(
        "mixed load on JDK %d: %d answers, %d searches, %d writes, %d deadlines and"
            + " cancellations; lateness median %d ms, 99th percentile %d ms, maximum %d ms%n",
        Runtime.version().feature(),
        answers.get(),
        searches.get(),
        writes.get(),
        latenessNanos.size(),
        percentile(0.5) / 1_000_000,
        percentile(0.99) / 1_000_000,
        percentile(1.0) / 1_000_000);
  }

  private long percentile(double share) {
    List<Long> sorted = latenessNanos.stream().sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }

  /** Starts a thread and returns a latch that opens when the thread has ended. */
  private CountDownLatch start(boolean isVirtual, Runnable work)
      throws ReflectiveOperationException {
    CountDownLatch end = new CountDownLatch(1);
    Runnable guarded =
        () -> {
          try {
            work.run();
          } catch (Throwable e) {
            failures.add(e);
          } finally {
            end.countDown();
          }
        };
    if (isVirtual) {
      Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, guarded);
    } else {
      new Thread(guarded).start();
    }
    return end;
  }

  private void sync(Index index, long end) {
    for (int round = 0; System.nanoTime() < end; round++) {
      int version = round;
      List<Document> documents =
          IntStream.range(0, 50)
              .mapToObj(i -> Document.of("log/" + i, "Entry " + i + " of round " + version + "."))
              .toList();
      write(index, Source.documents("log", documents));
    }
  }

  private void write(Index index, Source source) {
    index.sync(source);
    writes.incrementAndGet();
  }

  /**
   * @param name the name of the source that the thread writes
   */
  private void work(Index index, String name, Random random, long end) {
    while (System.nanoTime() < end) {
      int choice = random.nextInt(100);
      if (choice < 50) {
        ask(index);
      } else if (choice < 53) {
        missDeadline(index, random.nextInt(3) == 0);
      } else if (choice < 56) {
        cancel(index);
      } else if (choice < 95) {
        search(index);
      } else {
        Document note = Document.of(name, "Note " + random.nextInt() + " of " + name + ".");
        write(index, Source.documents(name, List.of(note)));
      }
    }
  }

  private void ask(Index index) {
    ScriptedChatModel script =
        ScriptedChatModel.script()
            .call("semantic_search", Map.of("query", QUESTION))
            .call("exchange_rate", Map.of())
            .call("chunk_read", Map.of("chunk_ids", List.of(chunk)))
            .answer("Mira Voss [" + chunk + ": \"designed by Mira Voss\"].");
    Answer answer =
        Agent.builder(index, computing(Duration.ofMillis(1), () -> {}, script))
            .tools(corpus -> Toolbox.of(corpus).with(RATES))
            .build()
            .ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
    answers.incrementAndGet();
  }

  private void search(Index index) {
    assertThat(index.keywordSearch(List.of("Old Bridge"), 3).hits()).isNotEmpty();
    assertThat(index.semanticSearch(QUESTION, 3)).isNotEmpty();
    searches.incrementAndGet();
  }

  /** Asks a model that waits for longer than the run may take, or computes if two others do not. */
  private void missDeadline(Index index, boolean wantsToCompute) {
    boolean isComputing = wantsToCompute && computing.tryAcquire();
    ChatModel model =
        isComputing ? computing(TIMEOUT.multipliedBy(2), computing::release, waiting()) : waiting();
    Agent agent =
        Agent.builder(index, model).budget(Budget.builder().timeout(TIMEOUT).build()).build();
    long start = System.nanoTime();
    assertThat(reasonOf(() -> agent.ask(QUESTION))).isEqualTo(StopReason.DEADLINE);
    late(System.nanoTime() - start - TIMEOUT.toNanos());
  }

  private void late(long nanos) {
    latenessNanos.add(nanos);
  }

  private void cancel(Index index) {
    Run run = Agent.builder(index, waiting()).build().start(QUESTION);
    long start = System.nanoTime();
    run.cancel();
    assertThat(reasonOf(run::answer)).isEqualTo(StopReason.CANCELLED);
    late(System.nanoTime() - start);
  }

  private static StopReason reasonOf(Runnable ask) {
    try {
      ask.run();
    } catch (NoAnswerException e) {
      return e.stopReason();
    }
    throw new AssertionError("There was an answer.");
  }

  /** A model that computes before it replies, and ignores interrupts as native code does. */
  private static ChatModel computing(Duration time, Runnable onEnd, ChatModel model) {
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        compute(time);
        onEnd.run();
        return model.doChat(request);
      }
    };
  }

  private static ChatModel waiting() {
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        try {
          TimeUnit.MINUTES.sleep(1);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("interrupted");
      }
    };
  }

  private static void compute(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
