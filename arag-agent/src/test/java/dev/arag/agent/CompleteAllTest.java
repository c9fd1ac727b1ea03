package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.event.RunObserver;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.Completion;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.RateLimitException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the parallel calls of {@link RunContext#completeAll}. */
class CompleteAllTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k1", "The Old Bridge was designed by Mira Voss."));
  private static final String READER = "reader";

  private final List<Completion> completions = new ArrayList<>();

  private static List<String> prompts(int count) {
    return IntStream.range(0, count).mapToObj(i -> "prompt " + i).toList();
  }

  private static Completion text(int number) {
    return new Completion.Text("reply to prompt " + number);
  }

  /** Asks all prompts, and returns a text that no model wrote. */
  private Strategy asking(String role, List<String> prompts) {
    return (question, run) -> {
      completions.addAll(run.as(role).completeAll(prompts));
      return "Done.";
    };
  }

  private Strategy asking(int count) {
    return asking(READER, prompts(count));
  }

  private static Agent.Builder agent(PromptModel.Replies replies, Strategy strategy) {
    return agent(new PromptModel(replies), strategy);
  }

  private static Agent.Builder agent(PromptModel model, Strategy strategy) {
    return Agent.builder(CORPUS, model).strategy(strategy).jitter(() -> 1);
  }

  private static PromptModel.Replies echo() {
    return prompt -> "reply to " + prompt;
  }

  /** Replies after a time that depends on the prompt and a seed. */
  private static PromptModel.Replies delayed(long seed) {
    return prompt -> {
      Thread.sleep(new Random(seed + 31L * prompt.hashCode()).nextInt(30));
      return "reply to " + prompt;
    };
  }

  private static List<Step.Sent> sent(Trajectory run) {
    return run.steps().stream()
        .filter(Step.Sent.class::isInstance)
        .map(Step.Sent.class::cast)
        .toList();
  }

  @Test
  void returnsTheRepliesInTheOrderOfThePrompts() {
    PromptModel model = new PromptModel(delayed(1));
    Trajectory run = agent(model, asking(20)).build().ask("?").trajectory();
    assertThat(completions)
        .isEqualTo(IntStream.range(0, 20).mapToObj(CompleteAllTest::text).toList());
    assertThat(model.takeMostRunning()).isLessThanOrEqualTo(4);
    assertThat(sent(run)).extracting(each -> each.messages().get(0).text()).isEqualTo(prompts(20));
    assertThat(sent(run))
        .extracting(Step::turn)
        .isEqualTo(IntStream.rangeClosed(1, 20).boxed().toList());
    assertThat(sent(run)).extracting(sent -> sent.group().orElse(0)).containsOnly(1);
    assertThat(run.usage().modelCalls()).isEqualTo(20);
    assertThat(run.usage().turns()).isZero();
  }

  @Test
  void makesAtMostTheGivenNumberOfCallsAtTheSameTime() {
    for (int calls : List.of(1, 3)) {
      PromptModel model = new PromptModel(delayed(calls));
      agent(model, asking(12)).parallelCalls(calls).build().ask("?");
      assertThat(model.takeMostRunning()).isLessThanOrEqualTo(calls);
    }
    Agent.Builder builder = agent(echo(), asking(1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.parallelCalls(0));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.parallelCalls(65));
  }

  @Test
  void asksNothingWithoutPrompts() {
    Answer answer = agent(echo(), asking(0)).build().ask("?");
    assertThat(completions).isEmpty();
    assertThat(answer.usage().modelCalls()).isZero();
  }

  @Test
  void numbersTheGroupsAndLeavesSingleCallsWithoutGroup() {
    Strategy strategy =
        (question, run) -> {
          run.as(READER).completeAll(prompts(2));
          run.as(READER).completeAll(prompts(1));
          run.complete("alone");
          run.completeAll(prompts(2));
          return "Done.";
        };
    Trajectory run = agent(echo(), strategy).build().ask("?").trajectory();
    assertThat(sent(run))
        .extracting(sent -> sent.group().orElse(0))
        .containsExactly(1, 1, 0, 0, 2, 2);
    assertThat(run.usage().turns()).isEqualTo(3);
  }

  /** Returns the record and the events, without the seed of the fences. */
  private String record(PromptModel.Replies replies) {
    List<RunEvent> events = new ArrayList<>();
    Trajectory run =
        agent(replies, asking(12))
            .nanoTime(() -> 0)
            .listener(events::add)
            .build()
            .ask("?")
            .trajectory();
    events.removeIf(RunEvent.Finished.class::isInstance);
    return run.toJson().replaceAll("\"seed\" ?: ?\"[0-9a-f]+\"", "") + events;
  }

  @Test
  void recordsTheSameBytesWhateverTheOrderOfTheReplies() {
    String expected = record(echo());
    for (long seed = 1; seed <= 8; seed++) {
      assertThat(record(delayed(seed))).isEqualTo(expected);
    }
  }

  @Test
  void reversesTheOrderOfTwoRepliesWithoutEffect() {
    CountDownLatch second = new CountDownLatch(1);
    Trajectory run =
        agent(
                prompt -> {
                  if (prompt.endsWith("0")) {
                    assertThat(second.await(10, TimeUnit.SECONDS)).isTrue();
                  } else {
                    second.countDown();
                  }
                  return "reply to " + prompt;
                },
                asking(2))
            .build()
            .ask("?")
            .trajectory();
    assertThat(completions).containsExactly(text(0), text(1));
    assertThat(sent(run)).extracting(each -> each.messages().get(0).text()).isEqualTo(prompts(2));
  }

  @Test
  void usesTheStepsOfAScriptInTheOrderOfThePrompts() {
    ScriptedChatModel model = ScriptedChatModel.script();
    IntStream.range(0, 20).forEach(i -> model.answer("reply to prompt " + i));
    Agent.builder(CORPUS, model).strategy(asking(20)).build().ask("?");
    assertThat(completions)
        .isEqualTo(IntStream.range(0, 20).mapToObj(CompleteAllTest::text).toList());
  }

  private static PromptModel.Replies failing(Set<String> failed) {
    return prompt -> {
      if (failed.contains(prompt)) {
        throw new AuthenticationException("no key for " + prompt);
      }
      return "reply to " + prompt;
    };
  }

  private static void assertReplays(Trajectory run, Strategy strategy, Budget budget) {
    Agent agent =
        Agent.builder(CORPUS, Trajectory.parse(run.toJson()).replay())
            .strategy(strategy)
            .budget(budget)
            .build();
    Trajectory again;
    try {
      again = agent.ask(run.question()).trajectory();
    } catch (NoAnswerException e) {
      again = e.trajectory();
    }
    assertThat(again.toJson()).isEqualTo(run.toJson());
  }

  /** Waits until another call arrives. */
  private static void awaitOther(CyclicBarrier pair) throws InterruptedException {
    try {
      int unused = pair.await(10, TimeUnit.SECONDS);
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("There is no other call at the same time.", e);
    }
  }

  private enum Limit {
    TURNS(StopReason.TURN_LIMIT, "agent", budget -> budget.maxTurns(3)),
    MODEL_CALLS(StopReason.MODEL_CALL_LIMIT, READER, budget -> budget.maxModelCalls(3)),
    TOKENS(
        StopReason.TOKEN_BUDGET, READER, budget -> budget.contextTokens(4_000).totalTokens(3_200)),
    COST(StopReason.COST_LIMIT, READER, budget -> budget.cost(3.2, Prices.perMillion(0, 0, 1_000)));

    private final StopReason reason;
    private final String role;
    private final Function<Budget.Builder, Budget.Builder> set;

    Limit(StopReason reason, String role, Function<Budget.Builder, Budget.Builder> set) {
      this.reason = reason;
      this.role = role;
      this.set = set;
    }
  }

  private static PromptModel.Replies window(int characters) {
    return prompt -> {
      if (prompt.length() > characters) {
        throw new InvalidRequestException("This model's maximum context length is 4096 tokens.");
      }
      return "reply";
    };
  }

  @Nested
  class Failures {
    @Test
    void aFailedCallIsAResult() {
      Answer answer = agent(failing(Set.of("prompt 1")), asking(3)).build().ask("?");
      assertThat(completions.get(0)).isEqualTo(text(0));
      assertThat(completions.get(1))
          .isInstanceOfSatisfying(
              Completion.Failed.class,
              failed -> {
                assertThat(failed.kind()).isEqualTo(ModelException.Kind.OTHER);
                assertThat(failed.message()).contains("no key for prompt 1");
              });
      assertThat(completions.get(2)).isEqualTo(text(2));
      assertThat(sent(answer.trajectory()).get(1)).isInstanceOf(Step.ModelFailure.class);
    }

    @Test
    void theRunFailsIfAllCallsFail() {
      Agent agent = agent(failing(Set.copyOf(prompts(3))), asking(3)).build();
      NoAnswerException failure =
          catchThrowableOfType(NoAnswerException.class, () -> agent.ask("?"));
      assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
      assertThat(failure).hasMessageContaining("no key for prompt 0");
      assertThat(sent(failure.trajectory())).hasSize(3);
    }

    @Test
    void anExceptionThatIsNotOfTheModelEndsTheRun() {
      Agent agent =
          agent(echo(), asking(3))
              .contextPropagation(
                  work ->
                      () -> {
                        throw new IllegalStateException("no context");
                      })
              .build();
      assertThatThrownBy(() -> agent.ask("?"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no context");
    }

    @Test
    void retriesAndReplaysFailedAttempts() {
      Set<String> refused = ConcurrentHashMap.newKeySet();
      PromptModel.Replies busyOnce =
          prompt -> {
            if (refused.add(prompt) && !prompt.endsWith("0")) {
              throw new RateLimitException("slow down");
            }
            return "reply to " + prompt;
          };
      Trajectory run = agent(busyOnce, asking(3)).build().ask("?").trajectory();
      assertThat(completions).containsExactly(text(0), text(1), text(2));
      assertThat(run.steps())
          .extracting(step -> step.getClass().getSimpleName() + " " + step.turn())
          .containsExactly("ModelCall 1", "Retry 2", "ModelCall 2", "Retry 3", "ModelCall 3");
      assertReplays(run, asking(3), Budget.defaults());
    }

    @Test
    void aRateLimitLowersTheNumberOfCallsAtTheSameTime() {
      CountDownLatch firstCalls = new CountDownLatch(4);
      CyclicBarrier pair = new CyclicBarrier(2);
      Set<String> refused = ConcurrentHashMap.newKeySet();
      PromptModel model =
          new PromptModel(
              prompt -> {
                if (!prompt.startsWith("prompt")) {
                  awaitOther(pair);
                  return "reply";
                }
                firstCalls.countDown();
                assertThat(firstCalls.await(10, TimeUnit.SECONDS)).isTrue();
                if (prompt.equals("prompt 0") && refused.add(prompt)) {
                  throw new RateLimitException("slow down");
                }
                return "reply";
              });
      List<Integer> most = new ArrayList<>();
      Strategy strategy =
          (question, run) -> {
            completions.addAll(run.as(READER).completeAll(prompts(12)));
            most.add(model.takeMostRunning());
            completions.addAll(
                run.as(READER)
                    .completeAll(prompts(12).stream().map(each -> "2. " + each).toList()));
            most.add(model.takeMostRunning());
            return "Done.";
          };
      agent(model, strategy).build().ask("?");
      assertThat(completions).hasSize(24).allMatch(Completion.Text.class::isInstance);
      assertThat(most).containsExactly(4, 2);
    }
  }

  @Nested
  class Observers {
    @Test
    void makesEachAttemptInTheContextOfTheCaller() {
      ThreadLocal<String> user = new ThreadLocal<>();
      Set<String> refused = ConcurrentHashMap.newKeySet();
      List<String> users = new CopyOnWriteArrayList<>();
      PromptModel.Replies replies =
          prompt -> {
            users.add(String.valueOf(user.get()));
            if (refused.add(prompt)) {
              throw new RateLimitException("slow down");
            }
            return "reply to " + prompt;
          };
      user.set("ada");
      agent(replies, asking(3))
          .contextPropagation(
              work -> {
                String here = user.get();
                return () -> {
                  user.set(here);
                  try {
                    work.run();
                  } finally {
                    user.remove();
                  }
                };
              })
          .build()
          .ask("?");
      assertThat(users).hasSize(6).containsOnly("ada");
    }

    @Test
    void anObserverWrapsEachCallAfterItsStart() {
      List<String> seen = new ArrayList<>();
      List<String> wrapped = new CopyOnWriteArrayList<>();
      RunObserver observer =
          new RunObserver() {
            private int turn;

            @Override
            public void onEvent(RunEvent event) {
              if (event instanceof RunEvent.TurnStarted started) {
                turn = started.turn();
                seen.add("start " + turn);
              } else if (event instanceof RunEvent.StepCompleted completed) {
                seen.add("end " + completed.step().turn());
              }
            }

            @Override
            public Runnable wrap(Runnable work) {
              int of = turn;
              seen.add("wrap " + of);
              return () -> {
                wrapped.add("run " + of);
                work.run();
              };
            }
          };
      agent(delayed(4), asking(3)).observer(() -> observer).build().ask("?");
      assertThat(seen)
          .containsExactly(
              "start 1", "wrap 1", "start 2", "wrap 2", "start 3", "wrap 3", "end 1", "end 2",
              "end 3");
      assertThat(wrapped).containsExactlyInAnyOrder("run 1", "run 2", "run 3");
    }
  }

  @Nested
  class Time {
    @Test
    void aCancellationEndsAllCallsAtOnce() throws InterruptedException {
      CountDownLatch started = new CountDownLatch(4);
      PromptModel model =
          new PromptModel(
              prompt -> {
                started.countDown();
                Thread.sleep(60_000);
                return "late";
              });
      Run run = agent(model, asking(10)).build().start("?");
      assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
      long start = System.nanoTime();
      run.cancel();
      Trajectory record = run.trajectory();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
      assertThat(record.stopReason()).isEqualTo(StopReason.CANCELLED);
      assertThat(sent(record)).hasSize(10).allMatch(Step.ModelFailure.class::isInstance);
      for (int i = 0; i < 100 && model.running() > 0; i++) {
        Thread.sleep(20);
      }
      assertThat(model.running()).isZero();
      assertThat(model.requests()).hasSize(4);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void theDeadlineEndsTheCallsThatAreStillRunning() {
      PromptModel.Replies replies =
          prompt -> {
            if (prompt.equals("prompt 1")) {
              Thread.sleep(60_000);
            }
            return "reply to " + prompt;
          };
      Budget budget = Budget.builder().timeout(Duration.ofSeconds(3)).build();
      Strategy strategy =
          (question, run) -> {
            completions.addAll(run.as(READER).completeAll(prompts(3)));
            return run.complete("last");
          };
      Answer answer = agent(replies, strategy).budget(budget).build().ask("?");
      assertThat(completions.get(0)).isEqualTo(text(0));
      assertThat(completions.get(1))
          .isInstanceOfSatisfying(
              Completion.Failed.class,
              failed -> assertThat(failed.kind()).isEqualTo(ModelException.Kind.OUT_OF_TIME));
      assertThat(completions.get(2)).isEqualTo(text(2));
      assertThat(answer.stopReason()).isEqualTo(StopReason.DEADLINE);
      assertReplays(answer.trajectory(), strategy, budget);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void theRunEndsAtTheDeadlineIfNoCallEnded() {
      PromptModel.Replies hanging =
          prompt -> {
            Thread.sleep(60_000);
            return "late";
          };
      Budget budget = Budget.builder().timeout(Duration.ofMillis(800)).build();
      NoAnswerException failure =
          catchThrowableOfType(
              NoAnswerException.class,
              () -> agent(hanging, asking(6)).budget(budget).build().ask("?"));
      assertThat(failure.stopReason()).isEqualTo(StopReason.DEADLINE);
      assertThat(failure.trajectory().usage().elapsed()).isLessThan(Duration.ofSeconds(4));
    }
  }

  @Nested
  class Limits {
    @ParameterizedTest
    @EnumSource
    void sendsThePromptsThatFitTheBudgetTogether(Limit limit) {
      PromptModel model = new PromptModel(delayed(2));
      Budget budget = limit.set.apply(Budget.builder()).build();
      Agent agent = agent(model, asking(limit.role, prompts(6))).budget(budget).build();
      Trajectory run = agent.ask("?").trajectory();
      Completion skipped = new Completion.Skipped(limit.reason);
      assertThat(completions).containsExactly(text(0), text(1), text(2), skipped, skipped, skipped);
      assertThat(model.requests()).hasSize(3);
      assertThat(run.usage().modelCalls()).isEqualTo(3);
      assertReplays(run, asking(limit.role, prompts(6)), budget);
    }

    @ParameterizedTest
    @EnumSource(
        value = Limit.class,
        names = {"TOKENS", "COST"})
    void givesBackWhatTheRepliesDidNotUse(Limit limit) {
      Strategy strategy =
          (question, run) -> {
            completions.addAll(run.as(limit.role).completeAll(prompts(3)));
            completions.addAll(run.as(limit.role).completeAll(prompts(3)));
            return "Done.";
          };
      Budget budget = limit.set.apply(Budget.builder()).build();
      agent(echo(), strategy).budget(budget).build().ask("?");
      assertThat(completions)
          .filteredOn(Completion.Text.class::isInstance)
          .hasSize(limit == Limit.TOKENS ? 5 : 6);
    }

    @Test
    void skipsOnlyThePromptThatExceedsTheContextWindow() {
      String large = "many words ".repeat(4_000);
      Budget budget = Budget.builder().contextTokens(4_000).build();
      agent(echo(), asking(READER, List.of("prompt 0", large, "prompt 2")))
          .budget(budget)
          .build()
          .ask("?");
      assertThat(completions)
          .containsExactly(text(0), new Completion.Skipped(StopReason.CONTEXT_LIMIT), text(2));
    }

    @Test
    void aPromptThatTheServerRejectsAsTooLongLowersTheLimitOfLaterPrompts() {
      String large = "many words ".repeat(4_000);
      Strategy strategy =
          (question, run) -> {
            completions.addAll(run.completeAll(List.of("short", large)));
            completions.addAll(run.completeAll(List.of("short", large)));
            return "Done.";
          };
      Trajectory run = agent(window(5_000), strategy).build().ask("?").trajectory();
      assertThat(completions.get(1)).isInstanceOf(Completion.Failed.class);
      assertThat(completions.get(3)).isEqualTo(new Completion.Skipped(StopReason.CONTEXT_LIMIT));
      assertReplays(run, strategy, Budget.defaults());
    }

    @Test
    void theRunIsClosedIfTheServerRejectsAllPromptsAsTooLong() {
      String large = "many words ".repeat(4_000);
      Strategy strategy =
          (question, run) -> {
            run.complete("first");
            run.completeAll(List.of(large, large + "!"));
            return "Not reached.";
          };
      Answer answer = agent(window(5_000), strategy).build().ask("?");
      assertThat(answer.stopReason()).isEqualTo(StopReason.CONTEXT_LIMIT);
      assertThat(answer.text()).isEqualTo("reply");
    }

    @Test
    void theRunEndsIfNoPromptFits() {
      Strategy strategy =
          (question, run) -> {
            run.complete("first");
            completions.addAll(run.completeAll(prompts(2)));
            return "Not reached.";
          };
      Answer answer =
          agent(echo(), strategy).budget(Budget.builder().maxTurns(1).build()).build().ask("?");
      assertThat(completions).isEmpty();
      assertThat(answer.stopReason()).isEqualTo(StopReason.TURN_LIMIT);
      assertThat(answer.text()).startsWith("reply to No tool calls are left.");
    }

    @Test
    void onlyRequestsToTheMainModelAreTurns() {
      Strategy strategy =
          (question, run) -> {
            for (int i = 0; i < 20; i++) {
              run.as(READER).complete("prompt " + i);
            }
            return run.complete("last")
                + run.remaining().maxTurns()
                + " "
                + run.remaining().maxModelCalls();
          };
      Answer answer = agent(echo(), strategy).build().ask("?");
      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      assertThat(answer.text()).isEqualTo("reply to last14 39");
      assertThat(answer.usage().turns()).isEqualTo(1);
      assertThat(answer.usage().modelCalls()).isEqualTo(21);
    }

    @Test
    void theLimitOfModelCallsCountsAllRoles() {
      List<String> done = new ArrayList<>();
      Strategy strategy =
          (question, run) -> {
            while (true) {
              done.add(run.complete("main"));
              done.add(run.as(READER).complete("reader"));
            }
          };
      Budget budget = Budget.builder().maxTurns(50).maxModelCalls(5).build();
      Answer answer = agent(echo(), strategy).budget(budget).build().ask("?");
      assertThat(done).hasSize(5);
      assertThat(answer.stopReason()).isEqualTo(StopReason.MODEL_CALL_LIMIT);
      assertThat(answer.usage().modelCalls()).isEqualTo(6);
      assertThat(answer.usage().turns()).isEqualTo(4);
    }

    @Test
    void continuesWithTheLastPromptOfTheMainModelInTheClosingCall() {
      PromptModel model = new PromptModel(echo());
      Strategy strategy =
          (question, run) -> {
            run.completeAll(prompts(3));
            return run.as(READER).complete("not sent");
          };
      agent(model, strategy).budget(Budget.builder().maxModelCalls(3).build()).build().ask("?");
      assertThat(model.requests().get(3).messages().toString()).contains("prompt 2");
    }
  }
}
