package dev.arag.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.answer.NoValueException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.model.Message;
import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests conversations with a random model. The model checks that every request is valid. Each
 * request extends the previous one, except for results that were replaced with stubs, and contains
 * each text to which a message refers. The replay of each question is byte-for-byte identical.
 */
class RandomConversationsTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          IntStream.range(0, 20)
              .mapToObj(i -> Document.of("d" + i, story(i)))
              .toArray(Document[]::new));
  private static final Pattern SHOWN_BEFORE =
      Pattern.compile("\\[(d\\d+)\\] This text has been shown before; it is above");

  record Bell(String keeper, Optional<Integer> year) {}

  @TempDir Path folder;

  private int questions;
  private int unanswered;
  private int values;
  private int reminders;
  private int earlierReminders;
  private int stubs;

  private static String story(int number) {
    StringBuilder story = new StringBuilder();
    for (int i = 0; i < 12 + number; i++) {
      story.append("In year ").append(number * 100 + i).append(" the keeper rang the bell. ");
    }
    return story.toString();
  }

  @Test
  void keepsTheRulesInASampleOfConversations() {
    run(12, 8, false);
  }

  /** A reminder referred to a text that only another result contained, which was then replaced. */
  @Test
  void protectsTheResultThatAReminderRefersTo() {
    questions = 2_824;
    run(new Random(2_000_807), true);
    assertThat(reminders).isPositive();
  }

  @Test
  @Tag("full")
  void keepsTheRulesInTwoThousandConversations() {
    run(2_000, 2, true);
  }

  /**
   * @param replaysEach whether each question is replayed; otherwise only the last question of each
   *     conversation, whose replay begins with the earlier questions
   */
  private void run(int conversations, long first, boolean replaysEach) {
    for (long seed = first * 1_000_000; seed < first * 1_000_000 + conversations; seed++) {
      try {
        run(new Random(seed), replaysEach);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(earlierReminders).isPositive();
    assertThat(stubs).isPositive();
    assertThat(values).isPositive();
    System.getLogger(RandomConversationsTest.class.getName())
        .log(
            System.Logger.Level.INFO,
            conversations
                + " conversations of "
                + questions
                + " questions, "
                + unanswered
                + " without an answer, "
                + values
                + " with a value; "
                + reminders
                + " notes about chunks read before, "
                + earlierReminders
                + " of them about chunks of earlier questions; all notes are correct; "
                + stubs
                + " stubs; all replays were equal byte by byte");
  }

  private void run(Random random, boolean replaysEach) {
    Budget budget =
        Budget.builder()
            .maxTurns(1 + random.nextInt(8))
            .contextTokens(2_500 + random.nextInt(12_000))
            .build();
    Agent agent =
        Agent.builder(CORPUS, new RandomModel(random, 4)).modelRetries(0).budget(budget).build();
    Conversation conversation = agent.conversation();
    List<Boolean> areTyped = new ArrayList<>();
    for (int i = 2 + random.nextInt(4); i > 0; i--) {
      areTyped.add(random.nextInt(4) == 0);
      ask(conversation, areTyped.get(areTyped.size() - 1));
    }
    List<Trajectory> asked = conversation.trajectories();
    asked.forEach(this::check);
    for (int i = replaysEach ? 0 : asked.size() - 1; i < asked.size(); i++) {
      checkReplay(asked.get(i), areTyped.get(i), budget);
    }
  }

  private void ask(Conversation conversation, boolean isTyped) {
    questions++;
    try {
      String question = "Who rang the bell in year " + questions + "?";
      if (isTyped) {
        assertThat(conversation.ask(question, Bell.class).value()).isNotNull();
        values++;
      } else {
        assertThat(conversation.ask(question).text()).isNotBlank();
      }
    } catch (NoAnswerException e) {
      unanswered++;
    } catch (NoValueException e) {
      assertThat(e.answer().text()).isNotBlank();
    }
  }

  private void check(Trajectory question) {
    List<String> expectedTexts = new ArrayList<>();
    for (Step step : question.steps()) {
      if (step instanceof Step.Sent sent && sent.role().equals("agent")) {
        List<String> texts = sent.messages().stream().map(Message::text).toList();
        for (String end : expectedTexts) {
          assertThat(texts).as(end).anyMatch(text -> text.contains(end));
        }
        expectedTexts.clear();
      } else if (step instanceof Step.ToolUse use) {
        Matcher before = SHOWN_BEFORE.matcher(use.observation().text());
        while (before.find()) {
          ChunkId chunk = ChunkId.of(before.group(1));
          expectedTexts.add(end(chunk));
          reminders++;
          earlierReminders += wasReadBefore(question, chunk) ? 0 : 1;
        }
      }
    }
    firstRequest(question).ifPresent(request -> checkExtendsThePreviousRequest(question, request));
  }

  private static boolean wasReadBefore(Trajectory question, ChunkId chunk) {
    return question.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .flatMap(step -> ((Step.ToolUse) step).observation().shown().stream())
        .anyMatch(snippet -> snippet.chunkId().equals(chunk));
  }

  private static String end(ChunkId id) {
    String text = CORPUS.read(id).map(Chunk::text).orElseThrow().strip();
    return text.substring(text.length() - 60);
  }

  private static Optional<List<Message>> firstRequest(Trajectory question) {
    return question.steps().stream()
        .filter(Step.Sent.class::isInstance)
        .map(step -> ((Step.Sent) step).messages())
        .findFirst();
  }

  /** Checks that the first request extends the first request of the previous answered question. */
  private void checkExtendsThePreviousRequest(Trajectory question, List<Message> request) {
    List<Trajectory> answered =
        question.earlier().stream().filter(each -> each.answer().isPresent()).toList();
    if (answered.isEmpty()) {
      assertThat(request).hasSize(2);
      return;
    }
    Trajectory before = answered.get(answered.size() - 1);
    List<Message> last = firstRequest(before).orElseThrow();
    if (!request.contains(last.get(1))) {
      return; // The oldest questions were omitted.
    }
    for (int i = 0; i < last.size(); i++) {
      boolean isStub = request.get(i).text().startsWith("Text removed to make room.");
      stubs += isStub ? 1 : 0;
      if (!isStub) {
        assertThat(request.get(i)).isEqualTo(last.get(i));
      }
    }
  }

  private void checkReplay(Trajectory question, boolean isTyped, Budget budget) {
    byte[] written = bytes(question);
    Trajectory read = Trajectory.read(folder.resolve("run.json"));
    Agent agent = Agent.builder(CORPUS, read.replay()).budget(budget).build();
    Trajectory again;
    try {
      again =
          isTyped
              ? agent.ask(read.question(), Bell.class).answer().trajectory()
              : agent.ask(read.question()).trajectory();
    } catch (NoAnswerException e) {
      again = e.trajectory();
    } catch (NoValueException e) {
      again = e.answer().trajectory();
    }
    assertThat(new String(bytes(again), UTF_8)).isEqualTo(new String(written, UTF_8));
  }

  private byte[] bytes(Trajectory question) {
    try {
      Path file = folder.resolve("run.json");
      // Some file systems force a file to disk that is truncated and written again.
      Files.deleteIfExists(file);
      question.writeJson(file);
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
