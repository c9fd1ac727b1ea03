package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that models and tools that compute inside the process do not delay other runs. The number
 * of computing calls is the number of processors, which is the number of carrier threads of the
 * JDK's virtual-thread scheduler.
 */
@Timeout(60)
class ComputingCallsTest {
  private static final String QUESTION = "Who designed the Old Bridge?";
  private static final Duration TIMEOUT = Duration.ofMillis(200);

  /** Much more than the intended lateness. */
  private static final Duration MAX_LATENESS = Duration.ofMillis(2_500);

  private static final int FIRST_RELEASE_WITH_VIRTUAL_THREADS = 21;

  private static final int COMPUTING_CALLS =
      Math.max(2, Runtime.getRuntime().availableProcessors());
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k1", "The Old Bridge was designed by Mira Voss."));

  private final CountDownLatch allCompute = new CountDownLatch(COMPUTING_CALLS);
  private volatile boolean isOver;

  @AfterEach
  void endComputations() {
    isOver = true;
  }

  /** Computes until the test ends, and ignores interrupts as native code does. */
  private void compute() {
    allCompute.countDown();
    while (!isOver) {
      Thread.onSpinWait();
    }
  }

  private ChatModel computingModel() {
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        compute();
        throw new IllegalStateException("The test has ended.");
      }
    };
  }

  private Agent computingAgent(boolean isModel) {
    return isModel
        ? Agent.builder(CORPUS, computingModel()).build()
        : Agent.builder(
                CORPUS, ScriptedChatModel.script().call("count", Map.of()).reply(request -> hang()))
            .tools(corpus -> Toolbox.of(corpus).with(CustomTool.running("count", this::compute)))
            .build();
  }

  /** An agent whose model does not answer until it is interrupted. */
  private static Agent slowAgent() {
    ChatModel slow =
        new ChatModel() {
          @Override
          public ChatResponse doChat(ChatRequest request) {
            return hang();
          }
        };
    return Agent.builder(CORPUS, slow).budget(Budget.builder().timeout(TIMEOUT).build()).build();
  }

  private static ChatResponse hang() {
    try {
      TimeUnit.MINUTES.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IllegalStateException("interrupted");
  }

  private List<Run> startComputing(boolean isModel) throws InterruptedException {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < COMPUTING_CALLS; i++) {
      runs.add(computingAgent(isModel).start(QUESTION));
    }
    assertThat(allCompute.await(20, TimeUnit.SECONDS)).isTrue();
    return runs;
  }

  @ParameterizedTest(name = "computing model: {0}")
  @ValueSource(booleans = {true, false})
  void otherRunsKeepTheirDeadlines(boolean isModel) throws Exception {
    List<Run> computing = startComputing(isModel);
    assertEndsInTime(() -> slowAgent().start(QUESTION), StopReason.DEADLINE, TIMEOUT);
    // A run in its own right: its model computes, and its budget ends nevertheless.
    Budget budget = Budget.builder().timeout(TIMEOUT).build();
    Agent agent = computingAgent(isModel).toBuilder().budget(budget).build();
    assertEndsInTime(() -> agent.start(QUESTION), StopReason.DEADLINE, TIMEOUT);
    Run cancelled = computing.get(0);
    cancelled.cancel();
    assertEndsInTime(() -> cancelled, StopReason.CANCELLED, Duration.ZERO);
    computing.forEach(Run::cancel);
  }

  private static void assertEndsInTime(Supplier<Run> start, StopReason reason, Duration after)
      throws Exception {
    long startNanos = System.nanoTime();
    Run run = start.get();
    NoAnswerException end =
        catchThrowableOfType(
            NoAnswerException.class,
            () -> {
              try {
                run.toFuture().get(20, TimeUnit.SECONDS);
              } catch (ExecutionException e) {
                throw e.getCause();
              }
            });
    Duration late = Duration.ofNanos(System.nanoTime() - startNanos).minus(after);
    assertThat(late).as("lateness of %s", reason).isLessThan(MAX_LATENESS);
    assertThat(end.stopReason()).isEqualTo(reason);
  }

  /**
   * Asks on a virtual thread, where the JDK has them. The model, the corpus, the custom tool, the
   * strategy, the listener and the subscriber must run on platform threads.
   */
  @Test
  void noCallRunsOnAVirtualThread() throws Exception {
    Set<Thread> used = ConcurrentHashMap.newKeySet();
    Runnable note = () -> used.add(Thread.currentThread());
    Agent agent = observed(note);
    FutureTask<Answer> ask = new FutureTask<>(() -> agent.ask(QUESTION));
    startVirtual(ask);
    assertThat(ask.get(20, TimeUnit.SECONDS).text()).startsWith("Mira Voss");
    Run run = agent.start(QUESTION);
    CountDownLatch isComplete = new CountDownLatch(1);
    run.events().subscribe(subscriber(note, isComplete));
    assertThat(run.answer().text()).startsWith("Mira Voss");
    assertThat(isComplete.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(used).isNotEmpty().noneMatch(ComputingCallsTest::isVirtual);
  }

  @Test
  void anInterruptOfAVirtualCallerCancelsTheRun() throws Exception {
    FutureTask<NoAnswerException> ask =
        new FutureTask<>(
            () -> {
              NoAnswerException end =
                  catchThrowableOfType(NoAnswerException.class, () -> slowAgent().ask(QUESTION));
              assertThat(Thread.currentThread().isInterrupted()).isTrue();
              return end;
            });
    Thread caller = startVirtual(ask);
    caller.interrupt();
    assertThat(ask.get(20, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
  }

  private static Agent observed(Runnable note) {
    Strategy strategy = Strategies.arag();
    return Agent.builder(new NotedCorpus(CORPUS, note), script(note))
        .tools(corpus -> Toolbox.of(corpus).with(CustomTool.running("count", note)))
        .listener(event -> note.run())
        .strategy(
            (question, run) -> {
              note.run();
              return strategy.run(question, run);
            })
        .build();
  }

  /** The thread of each of these calls is noted. */
  private static ChatModel script(Runnable note) {
    ScriptedChatModel script = ScriptedChatModel.script();
    for (int asked = 0; asked < 2; asked++) {
      script
          .calls(
              ToolCall.of("c1", "keyword_search", "{\"keywords\": [\"bridge\"]}"),
              ToolCall.of("c2", "chunk_read", "{\"chunk_ids\": [\"k1\"]}"),
              ToolCall.of("c3", "count", "{}"))
          .answer("Mira Voss [k1: \"designed by Mira Voss\"].");
    }
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        note.run();
        return script.doChat(request);
      }
    };
  }

  private record NotedCorpus(Corpus corpus, Runnable note) implements Corpus {
    @Override
    public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
      note.run();
      return corpus.keywordSearch(query, topK, offset);
    }

    @Override
    public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
      note.run();
      return corpus.semanticSearch(query, topK, offset);
    }

    @Override
    public List<Chunk> read(Collection<ChunkId> ids) {
      note.run();
      return corpus.read(ids);
    }

    @Override
    public Corpus within(Scope scope) {
      return new NotedCorpus(corpus.within(scope), note);
    }
  }

  private static Flow.Subscriber<RunEvent> subscriber(Runnable note, CountDownLatch isComplete) {
    return new Flow.Subscriber<>() {
      @Override
      public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
      }

      @Override
      public void onNext(RunEvent event) {
        note.run();
      }

      @Override
      public void onError(Throwable failure) {}

      @Override
      public void onComplete() {
        isComplete.countDown();
      }
    };
  }

  /** Starts a virtual thread, or a platform thread if the JDK has no virtual threads. */
  static Thread startVirtual(Runnable work) throws ReflectiveOperationException {
    if (Runtime.version().feature() >= FIRST_RELEASE_WITH_VIRTUAL_THREADS) {
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    }
    Thread thread = new Thread(work);
    thread.start();
    return thread;
  }

  private static boolean isVirtual(Thread thread) {
    try {
      return Runtime.version().feature() >= FIRST_RELEASE_WITH_VIRTUAL_THREADS
          && (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
