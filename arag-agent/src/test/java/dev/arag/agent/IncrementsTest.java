package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.AragException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.exception.AuthenticationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests conversations that are stored as one line for each question. */
class IncrementsTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss.\nIt has two arches."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  /** Asks questions that read a chunk each. The second one fails. */
  private static List<Trajectory> conversation(int questions) {
    ScriptedChatModel model = ScriptedChatModel.script();
    Conversation conversation = Agent.builder(CORPUS, model).modelRetries(0).build().conversation();
    for (int i = 0; i < questions; i++) {
      if (i == 1) {
        model.fail(new AuthenticationException("no"));
        assertThatThrownBy(() -> conversation.ask("Failed?")).isInstanceOf(NoAnswerException.class);
        continue;
      }
      String chunk = "k" + (1 + i % 2);
      model
          .call("chunk_read", Map.of("chunk_ids", List.of(chunk)))
          .answer("Answer " + i + "\u2028 \uD83D [" + chunk + "].");
      conversation.ask("Question number " + i + "?");
    }
    return conversation.trajectories();
  }

  private static List<String> increments(List<Trajectory> conversation) {
    return conversation.stream().map(Trajectory::toIncrement).toList();
  }

  private static List<String> json(List<Trajectory> conversation) {
    return conversation.stream().map(Trajectory::toJson).toList();
  }

  @Test
  void readsTheSameConversationFromAFileWithOneLinePerQuestion(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("conversation.jsonl");
    List<Trajectory> asked = conversation(6);
    for (Trajectory each : asked) {
      Files.writeString(
          file, each.toIncrement() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    List<Trajectory> read = Trajectory.parseIncrements(Files.readAllLines(file));
    assertThat(json(read)).isEqualTo(json(asked));
    assertThat(increments(read)).isEqualTo(increments(asked));
    for (int i = 0; i < read.size(); i++) {
      assertThat(read.get(i).earlier()).isEqualTo(read.subList(0, i));
      assertThat(read.get(i).exchanges()).isEqualTo(asked.get(i).exchanges());
      assertThat(read.get(i).shown()).isEqualTo(asked.get(i).shown());
      assertThat(read.get(i).id()).isEqualTo(asked.get(i).id());
    }
    Trajectory last = read.get(5);
    Trajectory again =
        Agent.builder(CORPUS, last.replay())
            .modelRetries(0)
            .build()
            .ask(last.question())
            .trajectory();
    assertThat(again.toJson()).isEqualTo(last.toJson());
  }

  @Test
  void continuesAStoredConversationWithFurtherIncrements() {
    List<String> stored = new ArrayList<>(increments(conversation(3)));
    ScriptedChatModel model = ScriptedChatModel.script().answer("In Tarn [k2].").answer("Yes.");
    Agent agent = Agent.builder(CORPUS, model).build();
    for (String question : List.of("Where?", "Sure?")) {
      Conversation resumed = agent.conversation(Trajectory.parseIncrements(stored));
      stored.add(resumed.ask(question).trajectory().toIncrement());
    }
    List<Trajectory> read = Trajectory.parseIncrements(stored);
    assertThat(read)
        .extracting(Trajectory::question)
        .containsExactly("Question number 0?", "Failed?", "Question number 2?", "Where?", "Sure?");
    assertThat(Trajectory.parse(read.get(4).toJson()).toIncrement()).isEqualTo(stored.get(4));
  }

  /** An application that stored the last complete trajectory may append increments to it. */
  @Test
  void readsIncrementsAfterACompleteTrajectory() {
    List<Trajectory> asked = conversation(4);
    List<String> stored = List.of(asked.get(2).toJson(), asked.get(3).toIncrement());
    assertThat(json(Trajectory.parseIncrements(stored))).isEqualTo(json(asked));
    assertThat(json(Trajectory.parseIncrements(List.of(asked.get(3).toJson()))))
        .isEqualTo(json(asked));
    assertThat(Trajectory.parse(asked.get(0).toIncrement()).toJson())
        .isEqualTo(asked.get(0).toJson());
    assertThat(Trajectory.parseIncrements(List.of())).isEmpty();
  }

  private static void assertLinear(List<Trajectory> conversation) {
    List<String> lines = increments(conversation);
    int longest = lines.stream().skip(5).mapToInt(String::length).max().orElseThrow();
    int shortest = lines.stream().skip(5).mapToInt(String::length).min().orElseThrow();
    assertThat(longest).isLessThan(shortest + 600);
    assertThat(json(Trajectory.parseIncrements(lines))).isEqualTo(json(conversation));
    String last = conversation.get(conversation.size() - 1).toJson();
    assertThat(Trajectory.parse(last).toJson()).isEqualTo(last);
  }

  @Test
  void growsByTheNewMessagesOfEachQuestion() {
    assertLinear(conversation(40));
  }

  record Town(String name) {}

  /** The request for the record comes between two requests to the main model. */
  @Test
  void growsByTheNewMessagesOfEachTypedQuestion() {
    ScriptedChatModel model = ScriptedChatModel.script();
    Conversation conversation = Agent.builder(CORPUS, model).build().conversation();
    for (int i = 0; i < 30; i++) {
      model
          .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
          .answer("Answer " + i + " [k1].")
          .answer("{\"name\": \"Tarn\"}");
      conversation.ask("Question " + i + "?", Town.class);
    }
    assertLinear(conversation.trajectories());
  }

  /** The requests of this strategy do not begin with the earlier messages. */
  @Test
  void growsByTheNewMessagesIfTheStrategyDoesNotSendTheEarlierOnes() {
    Strategy once = (question, run) -> run.complete(question);
    ScriptedChatModel model = ScriptedChatModel.script();
    Conversation conversation = Agent.builder(CORPUS, model).strategy(once).build().conversation();
    for (int i = 0; i < 30; i++) {
      model.answer("Answer " + i);
      conversation.ask("Question " + i + "?");
    }
    assertLinear(conversation.trajectories());
    assertThat(conversation.trajectories().get(29).exchanges()).hasSize(30);
  }

  private static void assertMisplaced(String message, List<String> increments) {
    assertThatThrownBy(() -> Trajectory.parseIncrements(increments))
        .isInstanceOf(AragException.class)
        .hasMessageStartingWith(message)
        .hasMessageEndingWith(
            "Pass all increments of one conversation, in order, to Trajectory.parseIncrements.");
  }

  @Test
  void rejectsIncrementsThatDoNotFollowEachOther() {
    List<String> one = increments(conversation(5));
    List<String> other = increments(conversation(5));
    assertMisplaced(
        "The question 'Question number 3?' is number 4 of its conversation and does not follow the"
            + " 2 questions before it.",
        List.of(one.get(0), one.get(1), one.get(3)));
    assertMisplaced(
        "The question 'Question number 2?' is number 3 of its conversation and does not follow the"
            + " 0 questions before it.",
        one.subList(2, 4));
    assertMisplaced(
        "The question 'Question number 0?' is the first of its conversation and does not follow"
            + " the 1 questions before it.",
        List.of(one.get(0), other.get(0)));
    for (List<String> wrong :
        List.of(
            List.of(one.get(0), other.get(1)),
            List.of(one.get(0), one.get(1), one.get(1)),
            List.of(one.get(0), one.get(2), one.get(1)))) {
      assertMisplaced("The question '", wrong);
    }
    assertThatThrownBy(() -> Trajectory.parse(one.get(1)))
        .isInstanceOf(AragException.class)
        .hasMessageContaining("does not follow the 0 questions before it");
  }

  @Test
  void namesTheIncrementThatIsCorrupt() {
    List<String> lines = increments(conversation(3));
    String cut = lines.get(2).substring(0, 300);
    for (String wrong : List.of(cut, "", "{}", "null")) {
      assertThatThrownBy(
              () -> Trajectory.parseIncrements(List.of(lines.get(0), lines.get(1), wrong)))
          .isInstanceOf(AragException.class)
          .hasMessageStartingWith("Increment 3 is not a trajectory file or is corrupt");
    }
  }
}
