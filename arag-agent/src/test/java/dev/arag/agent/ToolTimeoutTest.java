package dev.arag.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.error.CorpusException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests that a slow tool does not delay a run beyond its timeout or after a cancellation. */
@Timeout(60)
class ToolTimeoutTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k1", "The Old Bridge was designed by Mira Voss."));
  private static final String QUESTION = "Who designed the Old Bridge?";

  /**
   * A time limit that is much longer than the deadline of a run and shorter than the time limit of
   * a test.
   */
  private static final Duration HANG_GUARD = Duration.ofSeconds(40);

  /**
   * A tenth of the timeout is reserved for the closing call. This tenth is long enough even on a
   * busy machine.
   */
  private static final Budget SHORT = Budget.builder().timeout(Duration.ofSeconds(3)).build();

  private final CountDownLatch called = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final CountDownLatch never = new CountDownLatch(1);

  @TempDir Path folder;

  private void hang(boolean reactsToInterrupts) {
    called.countDown();
    while (true) {
      try {
        never.await();
        return;
      } catch (InterruptedException e) {
        interrupted.countDown();
        if (reactsToInterrupts) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("interrupted", e);
        }
      }
    }
  }

  private RetrievalTool hanging(boolean reactsToInterrupts) {
    return CustomTool.running("weather", () -> hang(reactsToInterrupts));
  }

  private static ScriptedChatModel script() {
    return ScriptedChatModel.script()
        .calls(
            ToolCall.of("c1", "chunk_read", "{\"chunk_ids\": [\"k1\"]}"),
            ToolCall.of("c2", "weather", "{}"))
        .answer("Mira Voss [k1: \"designed by Mira Voss\"].");
  }

  private Agent agent(boolean reactsToInterrupts) {
    return Agent.builder(CORPUS, script())
        .budget(SHORT)
        .tools(corpus -> Toolbox.of(corpus).with(hanging(reactsToInterrupts)))
        .build();
  }

  private void assertAnsweredInTime(Agent agent) {
    long start = System.nanoTime();
    Answer answer = agent.ask(QUESTION);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(HANG_GUARD);
    assertThat(answer.stopReason()).isEqualTo(StopReason.DEADLINE);
    assertThat(answer.text()).startsWith("Mira Voss");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void abandonsAHangingToolAndAnswers() throws Exception {
    Agent agent = agent(true);
    assertAnsweredInTime(agent);
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void abandonsAHangingToolThatIgnoresInterrupts() {
    assertAnsweredInTime(agent(false));
    never.countDown();
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void tellsTheModelThatAToolWasAbandoned() throws IOException {
    Answer answer = agent(true).ask(QUESTION);
    Trajectory run = answer.trajectory();
    List<String> results =
        run.steps().stream()
            .filter(Step.ToolUse.class::isInstance)
            .map(step -> ((Step.ToolUse) step).observation().text())
            .toList();
    assertThat(results.get(1))
        .startsWith("weather did not answer in time and was left. Go on without it.");

    Agent again =
        Agent.builder(CORPUS, run.replay())
            .budget(SHORT)
            .tools(corpus -> Toolbox.of(corpus).with(hanging(true)))
            .build();
    assertThat(new String(bytes(again.ask(QUESTION).trajectory()), UTF_8))
        .isEqualTo(new String(bytes(run), UTF_8));
  }

  private byte[] bytes(Trajectory run) throws IOException {
    Path file = folder.resolve("run.json");
    run.writeJson(file);
    return Files.readAllBytes(file);
  }

  @Test
  void cancelsWithoutWaitingForATool() throws Exception {
    Run run = agent(false).toBuilder().budget(Budget.defaults()).build().start(QUESTION);
    called.await();
    run.cancel();
    assertThat(run.trajectory().stopReason()).isEqualTo(StopReason.CANCELLED);
    never.countDown();
  }

  @Test
  void endsTheCallAndRestoresTheFlagIfTheCallerIsInterrupted() throws Exception {
    Thread asking = Thread.currentThread();
    Thread interrupter =
        new Thread(
            () -> {
              try {
                called.await();
                asking.interrupt();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    interrupter.start();
    Agent agent = agent(false).toBuilder().budget(Budget.defaults()).build();
    NoAnswerException failure =
        catchThrowableOfType(NoAnswerException.class, () -> agent.ask(QUESTION));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(failure.stopReason()).isEqualTo(StopReason.CANCELLED);
    interrupter.join();
    never.countDown();
  }

  /** A corpus whose semantic search hangs, like that of an index whose embedding server hangs. */
  private final class HangingCorpus implements Corpus {
    @Override
    public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
      return CORPUS.keywordSearch(query, topK, offset);
    }

    @Override
    public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
      try {
        called.countDown();
        never.await();
        return List.of();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CorpusException("The search was interrupted.", e);
      }
    }

    @Override
    public List<Chunk> read(Collection<ChunkId> ids) {
      return CORPUS.read(ids);
    }

    @Override
    public Corpus within(Scope scope) {
      return this;
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void interruptsBuiltInToolsAtTheDeadline() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .call("semantic_search", Map.of("query", "bridge"))
            .answer("Mira Voss [k1: \"designed by Mira Voss\"].");
    assertAnsweredInTime(Agent.builder(new HangingCorpus(), model).budget(SHORT).build());
    assertThat(called.getCount()).isZero();
  }

  @Test
  void failsTheRunIfTheCorpusFailsWithoutAnInterrupt() {
    ScriptedChatModel model =
        ScriptedChatModel.script().call("weather", Map.of()).answer("never said");
    RetrievalTool broken =
        new CustomTool(
            "weather",
            () -> {
              throw new CorpusException("The disk is gone.");
            });
    Agent agent =
        Agent.builder(CORPUS, model).tools(corpus -> Toolbox.of(corpus).with(broken)).build();
    assertThat(catchThrowableOfType(CorpusException.class, () -> agent.ask(QUESTION)))
        .hasMessage("The disk is gone.");
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void endsManyConcurrentRunsInTime() throws Exception {
    int runs = 20;
    List<Callable<Long>> all = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      Agent agent = agent(i % 2 == 0);
      all.add(() -> millisTaken(agent));
    }
    ExecutorService threads = Executors.newFixedThreadPool(runs);
    try {
      long longest = 0;
      for (Future<Long> each : threads.invokeAll(all)) {
        longest = Math.max(longest, each.get());
      }
      assertThat(longest).isLessThan(HANG_GUARD.toMillis());
      System.getLogger(ToolTimeoutTest.class.getName())
          .log(
              System.Logger.Level.INFO,
              runs
                  + " concurrent runs with a timeout of 3 s and a tool that hangs: the longest took "
                  + longest
                  + " ms");
    } finally {
      never.countDown();
      threads.shutdownNow();
    }
  }

  private static long millisTaken(Agent agent) {
    long start = System.nanoTime();
    assertThat(agent.ask(QUESTION).stopReason()).isEqualTo(StopReason.DEADLINE);
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }
}
