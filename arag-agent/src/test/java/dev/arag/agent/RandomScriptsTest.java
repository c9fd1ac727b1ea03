package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.internal.strategy.TestProfile;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests runs with a random model. Every request is valid, every run ends with a documented stop
 * reason, no limit is exceeded by more than one call, and no successful answer is empty. A request
 * contains each text to which a message refers.
 */
class RandomScriptsTest {
  private static final int DOCUMENTS = 20;
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          IntStream.range(0, DOCUMENTS)
              .mapToObj(i -> Document.of("d" + i, story(i)))
              .toArray(Document[]::new));
  private static final Pattern SHOWN_BEFORE =
      Pattern.compile("\\[(d\\d+)\\] This text has been shown before; it is above");

  private final Map<StopReason, Integer> endings = new EnumMap<>(StopReason.class);
  private int noAnswers;
  private int stubs;
  private int readAgain;

  private static String story(int number) {
    StringBuilder story = new StringBuilder();
    for (int i = 0; i < 12 + number; i++) {
      story.append("In year ").append(number * 100 + i).append(" the keeper rang the bell. ");
    }
    return story.toString();
  }

  @Test
  void keepsTheRulesInASampleOfScripts() {
    run(80, 6);
  }

  @Test
  @Tag("full")
  void keepsTheRulesInTwentyThousandScripts() {
    run(20_000, 2);
  }

  private void run(int scripts, long first) {
    for (long seed = first * 1_000_000; seed < first * 1_000_000 + scripts; seed++) {
      try {
        run(seed);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(endings.keySet()).contains(StopReason.ANSWERED, StopReason.REPEATING);
    assertThat(stubs).isPositive();
    assertThat(readAgain).isPositive();
    System.getLogger(RandomScriptsTest.class.getName())
        .log(
            System.Logger.Level.INFO,
            scripts
                + " scripts: "
                + endings
                + ", "
                + noAnswers
                + " without an answer, "
                + stubs
                + " results were replaced with stubs, "
                + readAgain
                + " chunks were read again");
  }

  private void run(long seed) {
    Random random = new Random(seed);
    RandomModel model = new RandomModel(random);
    Budget budget = budget(random);
    boolean isForgetful = random.nextInt(4) == 0;
    Agent agent =
        Agent.builder(CORPUS, model)
            .modelRetries(0)
            .budget(budget)
            .profile(random.nextInt(6) == 0 ? TestProfile.PLAIN : Profile.standard())
            .strategy(isForgetful ? new Forgetful() : Strategies.arag())
            .build();
    Trajectory record;
    try {
      Answer answer = agent.ask("Who rang the bell in year 7\uD83D?");
      assertThat(answer.text()).isNotBlank();
      record = answer.trajectory();
      if (answer.isComplete()) {
        checkWarnings(answer);
      }
    } catch (NoAnswerException e) {
      assertThat(e).hasMessageStartingWith("There is no answer. ");
      record = e.trajectory();
      noAnswers++;
    }
    endings.merge(record.stopReason(), 1, Integer::sum);
    checkBudget(budget, record, model);
    checkReadBefore(record, isForgetful);
    countStubs(record);
  }

  private static Budget budget(Random random) {
    Budget.Builder budget =
        Budget.builder()
            .maxTurns(1 + random.nextInt(12))
            .maxToolCalls(1 + random.nextInt(20))
            .contextTokens(2_048 + random.nextInt(6_000));
    if (random.nextInt(4) == 0) {
      budget.totalTokens(1 + random.nextInt(20_000));
    }
    if (random.nextInt(4) == 0) {
      budget.cost(0.0001 + random.nextDouble() / 10, Prices.perMillion(3, 1, 15));
    }
    if (random.nextInt(4) == 0) {
      budget.maxToolCalls("keyword_search", 1 + random.nextInt(3));
    }
    return budget.build();
  }

  /** A strategy that sends only the question and the last two turns. */
  private record Forgetful() implements Strategy {
    @Override
    public String run(String question, RunContext run) {
      List<List<Message>> turns = new ArrayList<>();
      while (true) {
        List<Message> messages = new ArrayList<>(List.of(new Message.User(question)));
        turns.subList(Math.max(0, turns.size() - 2), turns.size()).forEach(messages::addAll);
        Reply reply = run.chat(messages, run.tools());
        if (reply.calls().isEmpty()) {
          return reply.text();
        }
        List<Message> turn = new ArrayList<>(List.of(reply.message()));
        for (ToolCall call : reply.calls()) {
          turn.add(Message.ToolResult.of(call, run.call(call)));
        }
        turns.add(turn);
      }
    }
  }

  private static void checkWarnings(Answer answer) {
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    boolean isSaid =
        answer.trajectory().steps().stream()
            .filter(Step.ModelCall.class::isInstance)
            .map(step -> ((Step.ModelCall) step).reply())
            .filter(reply -> reply.finish() != Reply.Finish.LENGTH)
            .filter(reply -> reply.finish() != Reply.Finish.CONTENT_FILTER)
            .anyMatch(reply -> reply.text().contains(firstLine(answer.text())));
    assertThat(isSaid).as(answer.text()).isTrue();
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  private static void checkBudget(Budget budget, Trajectory record, RandomModel model) {
    List<Step.Sent> sent =
        record.steps().stream()
            .filter(Step.Sent.class::isInstance)
            .map(Step.Sent.class::cast)
            .toList();
    long turns = sent.stream().map(Step::turn).distinct().count();
    assertThat(turns).isLessThanOrEqualTo(budget.maxTurns() + 1L);
    assertThat(runCalls(record, "")).isLessThanOrEqualTo(budget.maxToolCalls());
    assertThat(runCalls(record, "keyword_search"))
        .isLessThanOrEqualTo(budget.maxToolCalls("keyword_search"));
    long spent = 0;
    double cost = 0;
    for (Step.Sent step : sent) {
      assertThat(spent).isLessThanOrEqualTo(budget.totalTokens().orElse(Long.MAX_VALUE));
      assertThat(cost).isLessThanOrEqualTo(budget.cost().orElse(Double.MAX_VALUE));
      if (step instanceof Step.ModelCall call) {
        assertThat(call.request().tokens())
            .isLessThanOrEqualTo(budget.contextTokens() - budget.reservedTokens());
        Reply.Tokens tokens = call.tokens();
        spent += tokens.input() + tokens.output();
        cost += (tokens.input() * 3 + tokens.output() * 15) / 1e6;
      }
    }
    assertThat(model.requests().size()).isGreaterThanOrEqualTo(sent.size());
  }

  /** Returns the number of executed calls. A call counts as executed if it showed text. */
  private static long runCalls(Trajectory record, String tool) {
    return record.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast)
        .filter(use -> use.call().name().contains(tool))
        .filter(use -> !use.observation().shown().isEmpty())
        .count();
  }

  /**
   * Checks that the next request contains each text to which a message refers. If the strategy
   * drops messages, the text must be in the last request or in the same turn.
   */
  private static void checkReadBefore(Trajectory record, boolean isForgetful) {
    List<String> last = List.of();
    List<String> turn = new ArrayList<>();
    List<String> expectedTexts = new ArrayList<>();
    for (Step step : record.steps()) {
      if (step instanceof Step.Sent sent) {
        List<String> next = sent.messages().stream().map(Message::text).toList();
        last = isForgetful ? last : next;
        for (String end : expectedTexts) {
          assertThat(last).as(end).anyMatch(text -> text.contains(end));
        }
        last = next;
        turn.clear();
        expectedTexts.clear();
      } else if (step instanceof Step.ToolUse use) {
        turn.add(use.observation().text());
        Matcher before = SHOWN_BEFORE.matcher(use.observation().text());
        while (before.find()) {
          String end = end(ChunkId.of(before.group(1)));
          if (!isForgetful || turn.stream().noneMatch(text -> text.contains(end))) {
            expectedTexts.add(end);
          }
        }
      }
    }
  }

  private static String end(ChunkId id) {
    String text = CORPUS.read(id).map(Chunk::text).orElseThrow().strip();
    return text.substring(text.length() - 60);
  }

  private void countStubs(Trajectory record) {
    List<String> removed = new ArrayList<>();
    for (Step step : record.steps()) {
      if (step instanceof Step.Sent sent) {
        removed.clear();
        sent.messages().stream()
            .map(Message::text)
            .filter(text -> text.startsWith("Text removed to make room. It showed "))
            .forEach(removed::add);
        stubs += removed.size();
      } else if (step instanceof Step.ToolUse use) {
        use.observation().shown().stream()
            .filter(each -> each.isWholeChunk())
            .filter(each -> removed.stream().anyMatch(text -> text.contains(each.chunkId() + ":")))
            .forEach(each -> readAgain++);
      }
    }
  }
}
