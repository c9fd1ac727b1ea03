package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.Completion;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.RateLimitException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests {@link RunContext#completeAll} in random runs: random groups, roles and limits, and a model
 * whose delays and failures are random. No limit is exceeded, each result belongs to its prompt,
 * and a replay gives the same bytes.
 */
class RandomParallelCallsTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k1", "The old bridge was designed by Mira Voss in 1893."));
  private static final int REPLY_TOKENS = 10;
  private static final double OUTPUT_PRICE = 1_000;

  private final Map<StopReason, Integer> endings = new EnumMap<>(StopReason.class);
  private final Map<String, Integer> results = new TreeMap<>();
  private int prompts;

  @Test
  @Tag("full")
  void keepsEveryLimitInAThousandRandomRuns() {
    run(1_000);
  }

  @Test
  void keepsEveryLimitInRandomRuns() {
    run(28);
  }

  private void run(int runs) {
    for (int seed = 0; seed < runs; seed++) {
      check(seed);
    }
    System.out.printf(
        "%d random runs of parallel calls: %d prompts, %s, %s; all replays were equal%n",
        runs, prompts, results, endings);
    assertThat(results).containsKeys("Text", "Failed", "Skipped");
    assertThat(endings)
        .containsKeys(
            StopReason.ANSWERED,
            StopReason.TURN_LIMIT,
            StopReason.MODEL_CALL_LIMIT,
            StopReason.TOKEN_BUDGET,
            StopReason.COST_LIMIT,
            StopReason.MODEL_FAILED);
  }

  /** Groups of prompts for one of several roles. */
  private record Script(long seed, List<Group> groups) implements Strategy {
    private record Group(String role, List<String> prompts) {}

    static Script random(long seed) {
      Random random = new Random(seed);
      List<Group> groups = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(4); i++) {
        String role = List.of("agent", "reader", "planner").get(random.nextInt(3));
        int group = i;
        int size = random.nextInt(9);
        groups.add(
            new Group(
                role,
                IntStream.range(0, size)
                    .mapToObj(
                        number ->
                            "prompt %d.%d %s"
                                .formatted(group, number, "word ".repeat(random.nextInt(60)))
                                .strip())
                    .toList()));
      }
      return new Script(seed, groups);
    }

    @Override
    public String run(String question, RunContext run) {
      StringBuilder all = new StringBuilder("Results: ");
      run.show(List.of(ChunkId.of("k1")));
      for (Group group : groups) {
        if (!run.as(group.role()).affords(1)) {
          run.warn("A group was left out.");
          break;
        }
        List<Completion> completions = run.as(group.role()).completeAll(group.prompts());
        checkResults(group.prompts(), completions);
        all.append(completions);
        completions.forEach(each -> run.warn(each.getClass().getSimpleName() + " " + each));
      }
      return all + run.complete("last");
    }

    private static void checkResults(List<String> prompts, List<Completion> completions) {
      assertThat(completions).hasSameSizeAs(prompts);
      boolean isSkipped = false;
      for (int i = 0; i < prompts.size(); i++) {
        Completion completion = completions.get(i);
        if (completion instanceof Completion.Text text) {
          assertThat(text.text()).isEqualTo("reply to " + prompts.get(i));
          assertThat(isSkipped).isFalse();
        } else if (completion instanceof Completion.Failed failed) {
          assertThat(failed.message()).contains(prompts.get(i).split(" word")[0]);
          assertThat(failed.kind()).isEqualTo(ModelException.Kind.OTHER);
        } else {
          isSkipped = true;
        }
      }
    }
  }

  /**
   * Whether a prompt fails, and how long its reply takes, depends only on the seed and the text.
   */
  private static PromptModel.Replies replies(long seed) {
    Set<String> refused = ConcurrentHashMap.newKeySet();
    return prompt -> {
      Random random = new Random(seed * 31 + prompt.hashCode());
      Thread.sleep(random.nextInt(4) == 0 ? random.nextInt(5) : 0);
      int fate = random.nextInt(60);
      if (fate < 5) {
        throw new AuthenticationException("no key for " + prompt);
      }
      if (fate == 5 && refused.add(prompt)) {
        throw new RateLimitException("slow down, " + prompt);
      }
      return "reply to " + prompt;
    };
  }

  private static Budget budget(Random random) {
    Budget.Builder budget =
        Budget.builder().maxTurns(1 + random.nextInt(20)).maxModelCalls(1 + random.nextInt(40));
    budget.contextTokens(2_048 + random.nextInt(4_000));
    if (random.nextInt(3) == 0) {
      budget.totalTokens(700 + random.nextInt(8_000));
    }
    if (random.nextInt(3) == 0) {
      budget.cost(0.2 + random.nextInt(4), Prices.perMillion(0, 0, OUTPUT_PRICE));
    }
    return budget.build();
  }

  private void check(long seed) {
    Random random = new Random(seed);
    Budget budget = budget(random);
    int calls = 1 + random.nextInt(6);
    PromptModel model = new PromptModel(replies(seed));
    Script script = Script.random(seed);
    Agent agent =
        Agent.builder(CORPUS, model)
            .strategy(script)
            .budget(budget)
            .parallelCalls(calls)
            .modelRetries(random.nextInt(2))
            .jitter(() -> 1)
            .build();
    Trajectory run = run(agent);
    assertThat(model.takeMostRunning()).isLessThanOrEqualTo(calls);
    checkBudget(budget, run);
    checkReplay(script, budget, run);
    count(script, run);
  }

  private static Trajectory run(Agent agent) {
    try {
      return agent.ask("Who?").trajectory();
    } catch (NoAnswerException e) {
      return e.trajectory();
    }
  }

  private static List<Step.Sent> sent(Trajectory run) {
    return run.steps().stream()
        .filter(Step.Sent.class::isInstance)
        .map(Step.Sent.class::cast)
        .toList();
  }

  /**
   * Each request before the closing call leaves room for its reply, so that the usage never exceeds
   * the budget.
   */
  private static void checkBudget(Budget budget, Trajectory run) {
    List<Step.Sent> before =
        sent(run).stream()
            .filter(step -> !(step instanceof Step.ModelCall call && call.request().isClosing()))
            .toList();
    // The record of a failed call does not say whether it was the closing call.
    boolean mayEndWithClosing =
        !before.isEmpty() && before.get(before.size() - 1) instanceof Step.ModelFailure;
    int more = mayEndWithClosing ? 1 : 0;
    assertThat(before.size()).isLessThanOrEqualTo(budget.maxModelCalls() + more);
    assertThat(before.stream().filter(Step.Sent::isMain).count())
        .isLessThanOrEqualTo(budget.maxTurns() + more);
    assertThat(sent(run)).extracting(Step::turn).doesNotHaveDuplicates().isSorted();
    long tokens = 0;
    Map<Integer, Long> reserved = new HashMap<>();
    Map<Integer, Long> spentBefore = new HashMap<>();
    for (Step.Sent step : before) {
      if (step instanceof Step.ModelCall call) {
        if (call.groupNumber() != null) {
          spentBefore.putIfAbsent(call.groupNumber(), tokens);
          reserved.merge(
              call.groupNumber(), call.request().tokens() + budget.reservedTokens(), Long::sum);
        }
        tokens += call.tokens().input() + call.tokens().output();
      }
    }
    long limit = budget.totalTokens().orElse(Long.MAX_VALUE);
    reserved.forEach(
        (group, all) ->
            assertThat(spentBefore.get(group) + all)
                .as("group %d of %s", group, budget)
                .isLessThanOrEqualTo(limit));
    long paid = before.stream().filter(Step.ModelCall.class::isInstance).count();
    assertThat(paid * REPLY_TOKENS * OUTPUT_PRICE / 1e6)
        .isLessThanOrEqualTo(budget.cost().orElse(Double.MAX_VALUE));
  }

  private static void checkReplay(Script script, Budget budget, Trajectory run) {
    Trajectory again =
        run(
            Agent.builder(CORPUS, Trajectory.parse(run.toJson()).replay())
                .strategy(script)
                .budget(budget)
                .build());
    assertThat(again.toJson()).as("seed %d", script.seed()).isEqualTo(run.toJson());
  }

  private void count(Script script, Trajectory run) {
    endings.merge(run.stopReason(), 1, Integer::sum);
    prompts += script.groups().stream().mapToInt(group -> group.prompts().size()).sum();
    run.warnings().forEach(each -> results.merge(each.split(" ")[0], 1, Integer::sum));
  }
}
