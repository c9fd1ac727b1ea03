package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.spi.Completion;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.langchain4j.exception.AuthenticationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the child runs of {@link RunContext#runAll}. */
class ChildRunsTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  private static final String CITING =
      "Mira Voss [k1]\n\nEvidence:\n[k1] \"designed by Mira Voss\"";

  private final List<Completion> completions = new ArrayList<>();

  private static List<String> questions(int count) {
    return IntStream.range(0, count).mapToObj(i -> "question " + i).toList();
  }

  private static Completion text(String text) {
    return new Completion.Text(text);
  }

  /** Runs a strategy on several questions, and returns a text that no model wrote. */
  private Strategy running(Strategy inner, int count) {
    return (question, run) -> {
      completions.addAll(run.runAll(inner, questions(count), 3));
      return "Done.";
    };
  }

  /** Asks the model a number of times. The last reply is the answer. */
  private static Strategy calling(int calls) {
    return (question, run) -> {
      String reply = "";
      for (int i = 1; i <= calls; i++) {
        reply = run.complete(run.question() + ", call " + i);
      }
      return reply;
    };
  }

  private static PromptModel.Replies delayed(long seed) {
    return prompt -> {
      Thread.sleep(new Random(seed + 31L * prompt.hashCode()).nextInt(20));
      return "reply to " + prompt;
    };
  }

  private static Agent.Builder agent(PromptModel.Replies replies, Strategy strategy) {
    return Agent.builder(CORPUS, new PromptModel(replies)).strategy(strategy).modelRetries(0);
  }

  private static List<String> prompts(Trajectory run) {
    return run.steps().stream()
        .filter(Step.Sent.class::isInstance)
        .map(step -> ((Step.Sent) step).messages().get(0).text())
        .toList();
  }

  private static void assertReplays(Trajectory run, Strategy strategy, Budget budget) {
    Agent agent =
        Agent.builder(CORPUS, Trajectory.parse(run.toJson()).replay())
            .strategy(strategy)
            .budget(budget)
            .build();
    assertThat(agent.ask(run.question()).trajectory().toJson()).isEqualTo(run.toJson());
  }

  @Test
  void theStepsAreRecordedInTheOrderOfTheQuestions() {
    for (int seed = 0; seed < 5; seed++) {
      completions.clear();
      PromptModel model = new PromptModel(delayed(seed));
      Strategy strategy = running(calling(2), 5);
      Trajectory run =
          Agent.builder(CORPUS, model).strategy(strategy).build().ask("?").trajectory();
      assertThat(completions)
          .isEqualTo(
              questions(5).stream().map(each -> text("reply to " + each + ", call 2")).toList());
      assertThat(prompts(run))
          .isEqualTo(
              questions(5).stream()
                  .flatMap(each -> List.of(each + ", call 1", each + ", call 2").stream())
                  .toList());
      assertThat(run.steps())
          .extracting(Step::turn)
          .isEqualTo(IntStream.rangeClosed(1, 10).boxed().toList());
      assertThat(model.takeMostRunning()).isLessThanOrEqualTo(3);
      assertReplays(run, strategy, Budget.defaults());
    }
  }

  @Test
  void threeRunAtTheSameTime() {
    CyclicBarrier three = new CyclicBarrier(3);
    Answer answer =
        agent(
                prompt -> {
                  try {
                    int unused = three.await(10, TimeUnit.SECONDS);
                  } catch (Exception e) {
                    throw new AssertionError("There are no others at the same time.", e);
                  }
                  return "reply";
                },
                running(calling(2), 3))
            .build()
            .ask("?");
    assertThat(answer.usage().modelCalls()).isEqualTo(6);
    assertThat(completions).containsOnly(text("reply"));
  }

  @Test
  void neverMoreThanTheParallelCallsOfTheAgent() {
    PromptModel model = new PromptModel(delayed(1));
    Answer unused =
        Agent.builder(CORPUS, model)
            .strategy(running(calling(2), 4))
            .parallelCalls(1)
            .build()
            .ask("?");
    assertThat(model.takeMostRunning()).isEqualTo(1);
  }

  /** Each child run searches and reads on its own, and the parent cites what they found. */
  @Test
  void whatAChildRunWasShownCanBeCited() {
    ScriptedChatModel script = ScriptedChatModel.script();
    for (int i = 0; i < 2; i++) {
      script
          .call("keyword_search", Map.of("keywords", List.of("Tarn")))
          .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
          .answer(CITING);
    }
    Strategy strategy =
        (question, run) -> {
          completions.addAll(run.runAll(Strategies.arag(), questions(2), 3));
          assertThat(run.check(CITING).citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
          return CITING;
        };
    List<RunEvent> events = new ArrayList<>();
    Answer answer =
        Agent.builder(CORPUS, script).strategy(strategy).listener(events::add).build().ask("?");
    assertThat(completions).containsExactly(text(CITING), text(CITING));
    assertThat(answer.citations()).hasSize(1);
    assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(answer.warnings()).isEmpty();
    // The second child run reads the chunk although the first one has read it.
    List<Step.ToolUse> reads =
        answer.trajectory().steps().stream()
            .filter(Step.ToolUse.class::isInstance)
            .map(Step.ToolUse.class::cast)
            .filter(use -> use.call().name().equals("chunk_read"))
            .toList();
    assertThat(reads)
        .hasSize(2)
        .allSatisfy(use -> assertThat(use.observation().shown()).hasSize(1));
    // The codes of the fences differ.
    assertThat(reads.get(0).observation().text()).isNotEqualTo(reads.get(1).observation().text());
    assertThat(events).filteredOn(RunEvent.ToolCalled.class::isInstance).hasSize(4);
    assertThat(events)
        .filteredOn(RunEvent.TurnStarted.class::isInstance)
        .extracting(event -> ((RunEvent.TurnStarted) event).turn())
        .containsExactly(1, 2, 3, 4, 5, 6);
    assertReplays(answer.trajectory(), strategy, Budget.defaults());
  }

  @Test
  void groupsOfCallsAreNumberedOn() {
    Strategy grouped =
        (question, run) ->
            run.as("reader")
                    .completeAll(List.of(run.question() + " a", run.question() + " b"))
                    .size()
                + " replies";
    Strategy strategy =
        (question, run) -> {
          run.as("reader").completeAll(List.of("a", "b"));
          completions.addAll(run.runAll(grouped, questions(2), 3));
          run.as("reader").completeAll(List.of("c", "d"));
          return "Done.";
        };
    Trajectory run = agent(delayed(3), strategy).build().ask("?").trajectory();
    assertThat(run.steps())
        .extracting(step -> ((Step.Sent) step).group().orElse(0))
        .containsExactly(1, 1, 2, 2, 3, 3, 4, 4);
    assertReplays(run, strategy, Budget.defaults());
  }

  @Test
  void theBudgetIsDividedAndTheRestReturned() {
    List<Budget> seen = new ArrayList<>();
    Strategy inner =
        (question, run) -> {
          synchronized (seen) {
            seen.add(run.remaining());
          }
          return run.complete(question);
        };
    Strategy strategy =
        (question, run) -> {
          run.as("planner").complete("plan");
          completions.addAll(run.runAll(inner, questions(3), 3));
          seen.add(run.remaining());
          return "Done.";
        };
    Budget budget =
        Budget.builder()
            .contextTokens(2_048)
            .maxTurns(2)
            .maxModelCalls(21)
            .maxToolCalls(8)
            .totalTokens(8_110)
            .build();
    Answer answer = agent(delayed(1), strategy).budget(budget).build().ask("?");
    // 20 of 21 calls are left: 5 for each, one of which is the closing call.
    assertThat(seen.subList(0, 3))
        .allSatisfy(
            each -> {
              assertThat(each.maxModelCalls()).isEqualTo(4);
              assertThat(each.maxTurns()).isEqualTo(2);
              assertThat(each.maxToolCalls()).isEqualTo(2);
              assertThat(each.totalTokens()).hasValue(2_000);
              assertThat(each.timeout()).isLessThanOrEqualTo(Duration.ofSeconds(270));
            });
    assertThat(seen.get(3).maxModelCalls()).isEqualTo(17);
    assertThat(seen.get(3).maxTurns()).isEqualTo(2);
    assertThat(seen.get(3).totalTokens()).hasValue(8_000 - 330);
    assertThat(answer.usage().turns()).isEqualTo(3);
  }

  /** Whatever the child runs do, the run keeps its limit of calls. */
  @Test
  void aChildRunEndsWithinItsPart() {
    Strategy endless =
        (question, run) -> {
          while (true) {
            String unused = run.complete(question);
          }
        };
    Budget budget = Budget.builder().maxModelCalls(12).build();
    Strategy strategy = running(endless, 3);
    Trajectory run = agent(delayed(1), strategy).budget(budget).build().ask("?").trajectory();
    assertThat(completions).hasSize(3).allMatch(Completion.Text.class::isInstance);
    assertThat(run.usage().modelCalls()).isEqualTo(9);
    assertThat(run.steps())
        .filteredOn(step -> step instanceof Step.ModelCall call && call.request().isClosing())
        .hasSize(3);
    assertReplays(run, strategy, budget);
  }

  @Test
  void theLastOnesAreSkippedIfNoCallIsLeft() {
    Budget budget = Budget.builder().maxModelCalls(7).build();
    Answer answer = agent(delayed(1), running(calling(1), 5)).budget(budget).build().ask("?");
    Completion skipped = new Completion.Skipped(StopReason.MODEL_CALL_LIMIT);
    assertThat(completions)
        .containsExactly(
            text("reply to question 0, call 1"),
            text("reply to question 1, call 1"),
            skipped,
            skipped,
            skipped);
    assertThat(answer.usage().modelCalls()).isEqualTo(2);
  }

  @Test
  void withoutQuestionsNothingRuns() {
    agent(delayed(1), running(calling(1), 0)).build().ask("?");
    assertThat(completions).isEmpty();
    Strategy wrong = (question, run) -> run.runAll(calling(1), questions(1), 0).toString();
    Agent agent = agent(delayed(1), wrong).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> agent.ask("?"))
        .withMessage("atMost must be >= 1, was 0");
  }

  @Test
  void aFailureOfTheModelIsAResult() {
    Strategy strategy = running(calling(1), 3);
    Trajectory run =
        agent(
                prompt -> {
                  if (prompt.startsWith("question 1")) {
                    throw new AuthenticationException("no key");
                  }
                  return "reply";
                },
                strategy)
            .build()
            .ask("?")
            .trajectory();
    assertThat(completions.get(1))
        .isInstanceOfSatisfying(
            Completion.Failed.class, each -> assertThat(each.message()).contains("no key"));
    assertThat(completions.get(2)).isEqualTo(text("reply"));
    assertReplays(run, strategy, Budget.defaults());
  }

  @Test
  void aFailureOfTheStrategyEndsTheRun() {
    Strategy failing =
        (question, run) -> {
          throw new IllegalArgumentException("wrong: " + question);
        };
    Agent agent = agent(delayed(1), running(failing, 2)).build();
    assertThatThrownBy(() -> agent.ask("?"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("wrong: question 0");
  }

  @Test
  void warningsAndPastedTextAreThoseOfTheRun() {
    Strategy pasting =
        (question, run) -> {
          run.warn("From " + question);
          return run.complete(run.corpus().read(ChunkId.of("k2")).orElseThrow().text());
        };
    Answer answer = agent(prompt -> "reply", running(pasting, 2)).build().ask("?");
    assertThat(answer.warnings())
        .contains("From question 0", "From question 1")
        .anyMatch(warning -> warning.contains("k2"));
  }

  @Test
  void cancellingTheRunEndsTheChildRunsAtOnce() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(3);
    Set<Thread> interrupted = ConcurrentHashMap.newKeySet();
    PromptModel model =
        new PromptModel(
            prompt -> {
              if (prompt.endsWith("call 1")) {
                return "reply";
              }
              started.countDown();
              try {
                Thread.sleep(60_000);
              } catch (InterruptedException e) {
                interrupted.add(Thread.currentThread());
                throw e;
              }
              return "late";
            });
    Run run = Agent.builder(CORPUS, model).strategy(running(calling(9), 4)).build().start("?");
    assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
    long start = System.nanoTime();
    run.cancel();
    NoAnswerException end = catchThrowableOfType(NoAnswerException.class, run::answer);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    assertThat(end.stopReason()).isEqualTo(StopReason.CANCELLED);
    // The calls that were made before are recorded.
    assertThat(end.trajectory().usage().modelCalls()).isGreaterThanOrEqualTo(3);
    for (int i = 0; i < 100 && interrupted.size() < 3; i++) {
      Thread.sleep(50);
    }
    assertThat(interrupted).hasSize(3);
    assertThat(model.requests()).hasSize(6);
  }

  /** The second child run waits for the first one, so each has half of the time. */
  @Test
  void aChildRunThatTakesTooLongEndsInTime() {
    Strategy strategy =
        (question, run) -> {
          completions.addAll(run.runAll(calling(1), questions(2), 1));
          return "Done.";
        };
    Budget budget = Budget.builder().timeout(Duration.ofSeconds(4)).build();
    long start = System.nanoTime();
    Answer answer =
        agent(
                prompt -> {
                  if (prompt.startsWith("question 0")) {
                    Thread.sleep(60_000);
                  }
                  return "reply";
                },
                strategy)
            .budget(budget)
            .build()
            .ask("?");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    assertThat(answer.text()).isEqualTo("Done.");
    // The first one ends with its closing call.
    assertThat(completions).containsExactly(text("reply"), text("reply"));
    assertThat(answer.trajectory().steps().get(0)).isInstanceOf(Step.ModelFailure.class);
    assertThat(answer.usage().modelCalls()).isEqualTo(3);
    assertReplays(answer.trajectory(), strategy, budget);
  }

  /**
   * Three runs of 100 seconds, two of them at the same time, need 200 of 300 seconds. A replay
   * repeats them one after another, but must not reach the time limit.
   */
  @Test
  void aReplayDoesNotAddUpTheTimesOfChildRuns() {
    List<Duration> left = new ArrayList<>();
    Strategy strategy =
        (question, run) -> {
          completions.addAll(run.runAll(calling(1), questions(3), 2));
          left.add(run.remaining().timeout());
          return run.complete("last");
        };
    Trajectory run = agent(delayed(1), strategy).build().ask("?").trajectory();
    List<Step> slow = new ArrayList<>();
    for (Step step : run.steps()) {
      boolean isLast = slow.size() == 3;
      slow.add(step.withElapsed(Duration.ofSeconds(isLast ? 1 : 100)));
    }
    Trajectory recorded =
        Trajectory.of("?", slow, StopReason.ANSWERED, Duration.ofSeconds(201), 7L, null, List.of());
    Trajectory again =
        Agent.builder(CORPUS, recorded.replay()).strategy(strategy).build().ask("?").trajectory();
    assertThat(again.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(again.answer()).contains("reply to last");
    assertThat(again.steps()).isEqualTo(slow);
    assertThat(left.get(1)).isEqualTo(Duration.ofSeconds(100));
  }

  @Test
  void childRunsMayHaveChildRuns() {
    Strategy inner =
        (question, run) ->
            run.runAll(calling(1), List.of(question + " a", question + " b"), 2).toString();
    Strategy strategy = running(inner, 2);
    Trajectory run = agent(delayed(2), strategy).build().ask("?").trajectory();
    assertThat(prompts(run))
        .containsExactly(
            "question 0 a, call 1",
            "question 0 b, call 1",
            "question 1 a, call 1",
            "question 1 b, call 1");
    assertThat(completions).allMatch(Completion.Text.class::isInstance);
    assertReplays(run, strategy, Budget.defaults());
  }
}
