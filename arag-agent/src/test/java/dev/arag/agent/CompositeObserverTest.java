package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that observers that throw, block, are slow, or clear interrupts do not affect the run. */
@Timeout(60)
class CompositeObserverTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k1", "The Old Bridge was designed by Mira Voss."));
  private static final String QUESTION = "Who designed the Old Bridge?";

  /** A time limit for the test, much longer than any deadline of a run. */
  private static final Duration HANG_GUARD = Duration.ofSeconds(20);

  private final CountDownLatch reached = new CountDownLatch(1);

  private static ScriptedChatModel script() {
    return ScriptedChatModel.script()
        .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
        .answer("Mira Voss [k1: \"designed by Mira Voss\"].");
  }

  private static Agent.Builder agent(Consumer<RunEvent> listener) {
    return Agent.builder(CORPUS, script()).listener(listener);
  }

  /**
   * Throws any exception without declaring it, as is possible in JVM languages without checked
   * exceptions.
   */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void throwUndeclared(Throwable any) throws E {
    throw (E) any;
  }

  static List<Throwable> failures() {
    return List.of(
        new IOException("page closed"),
        new AssertionError("page closed"),
        new NoClassDefFoundError("page closed"),
        new StackOverflowError("page closed"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void continuesTheRunAfterAListenerThrowsAnything(Throwable failure) {
    Answer answer =
        agent(event -> CompositeObserverTest.<RuntimeException>throwUndeclared(failure))
            .build()
            .ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.warnings()).anyMatch(warning -> warning.contains("page closed"));
  }

  @Test
  void endsTheRunInTimeDespiteABlockingListener() {
    List<RunEvent> others = new ArrayList<>();
    List<RunEvent> received = new ArrayList<>();
    Agent agent =
        agent(
                event -> {
                  received.add(event);
                  if (!(event instanceof RunEvent.Finished)) {
                    block(true);
                  }
                })
            .observer(() -> others::add)
            .budget(Budget.builder().timeout(Duration.ofSeconds(2)).build())
            .build();
    long start = System.nanoTime();
    Run run = agent.start(QUESTION);
    assertThat(run.trajectory().stopReason()).isEqualTo(StopReason.DEADLINE);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(HANG_GUARD);
    assertThat(received).hasSize(2);
    assertThat(received.get(1)).isInstanceOf(RunEvent.Finished.class);
    assertThat(others).hasSizeGreaterThan(2);
    assertThat(others.get(others.size() - 1)).isInstanceOf(RunEvent.Finished.class);
  }

  /** Blocks until the thread is interrupted. */
  private static void block(boolean throwsOnInterrupt) {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      if (throwsOnInterrupt) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Blocks when the run has completed its tool call. */
  private void blockAtTheTool(RunEvent event, boolean throwsOnInterrupt) {
    if (event instanceof RunEvent.StepCompleted completed
        && completed.step() instanceof Step.ToolUse) {
      reached.countDown();
      block(throwsOnInterrupt);
    }
  }

  @Test
  void cancelsTheRunEvenIfAListenerClearsTheInterruptFlag() throws Exception {
    Run run =
        agent(event -> blockAtTheTool(event, false))
            .budget(Budget.builder().maxTurns(1).build())
            .build()
            .start(QUESTION);
    reached.await();
    run.cancel();
    NoAnswerException failure = catchThrowableOfType(NoAnswerException.class, run::answer);
    assertThat(failure.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(failure.trajectory().usage().turns()).isEqualTo(1);
  }

  @Test
  void restoresTheInterruptFlagIfAListenerReportsAnInterrupt() throws Exception {
    Agent agent = agent(event -> blockAtTheTool(event, true)).build();
    AtomicReference<NoAnswerException> thrown = new AtomicReference<>();
    AtomicBoolean flag = new AtomicBoolean();
    Thread asker =
        new Thread(
            () -> {
              thrown.set(catchThrowableOfType(NoAnswerException.class, () -> agent.ask(QUESTION)));
              flag.set(Thread.currentThread().isInterrupted());
            });
    asker.start();
    reached.await();
    asker.interrupt();
    asker.join(HANG_GUARD.toMillis());
    assertThat(thrown.get().stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(flag).isTrue();
  }
}
