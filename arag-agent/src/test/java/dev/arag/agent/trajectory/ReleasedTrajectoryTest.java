package dev.arag.agent.trajectory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.Message;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.RateLimitException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Reads a trajectory that an earlier state of this library wrote. The file is never rewritten:
 * {@link #main} made it with the classes of commit 481ad08, and it stays as it is so that version 1
 * of the format remains readable. A later format gets a file of its own.
 */
class ReleasedTrajectoryTest {
  private static final String FILE = "/golden/released/trajectory-1-481ad08.json";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss. It cost 15,140 crowns."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  /** Writes a conversation of three questions with every kind of step. */
  public static void main(String[] arguments) {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .fail(new RateLimitException("slow down"))
            .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
            .answer("Mira Voss designed it.")
            .answer("Mira Voss [k1].\n\nEvidence:\n[k1] \"designed by Mira Voss\"")
            .fail(new AuthenticationException("no"))
            .call("semantic_search", Map.of("query", "birthplace of Mira Voss"))
            .call("chunk_read", "{\"chunk_ids\":[\"k2\"]}")
            .call("chunk_read", "{\"chunk_ids\":")
            .answer("In Tarn [k2: \"born in Tarn\"] in 1882 [k2: \"born in 1882\"].");
    Conversation conversation = Agent.builder(CORPUS, model).build().conversation();
    conversation.ask("Who designed the Old Bridge?");
    try {
      conversation.ask("What did it cost?");
    } catch (NoAnswerException expected) {
      // The trajectory of this question is recorded.
    }
    conversation.ask("Where was she born?").trajectory().writeJson(Path.of(arguments[0]));
  }

  private static String file() throws IOException {
    try (InputStream file = ReleasedTrajectoryTest.class.getResourceAsStream(FILE)) {
      return new String(Objects.requireNonNull(file, FILE).readAllBytes(), UTF_8);
    }
  }

  @Test
  void writesEveryFieldWithTheValueItHad() throws IOException {
    String json = file();
    assertContains(JSON.readTree(Trajectory.parse(json).toJson()), JSON.readTree(json), "");
  }

  /** Checks that a JSON tree contains every field of another tree with the same value. */
  private static void assertContains(JsonNode actual, JsonNode expected, String pointer) {
    if (expected.isObject()) {
      expected
          .properties()
          .forEach(
              field -> {
                String child = pointer + "/" + field.getKey();
                assertThat(actual.has(field.getKey())).as(child).isTrue();
                assertContains(actual.path(field.getKey()), field.getValue(), child);
              });
    } else if (expected.isArray()) {
      assertThat(actual.size()).as(pointer).isEqualTo(expected.size());
      for (int i = 0; i < expected.size(); i++) {
        assertContains(actual.path(i), expected.path(i), pointer + "/" + i);
      }
    } else {
      assertThat(actual).as(pointer).isEqualTo(expected);
    }
  }

  @Test
  void containsEveryKindOfStep() throws IOException {
    Trajectory read = Trajectory.parse(file());
    assertThat(read.earlier()).hasSize(2);
    assertThat(
            Stream.concat(
                    read.earlier().stream().flatMap(each -> each.steps().stream()),
                    read.steps().stream())
                .map(step -> step.getClass().getSimpleName())
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrder("ModelCall", "ModelFailure", "ToolUse", "Correction", "Retry");
    assertThat(read.earlier().get(1).stopReason()).isEqualTo(StopReason.MODEL_FAILED);
    assertThat(read.shortAnswer()).hasValueSatisfying(it -> assertThat(it).startsWith("In Tarn"));
    assertThat(read.citations())
        .extracting(each -> each.verdict())
        .containsExactly(Verdict.SUPPORTED, Verdict.FABRICATED);
    assertThat(read.shown()).extracting(each -> each.chunkId().value()).contains("k1", "k2");
  }

  /**
   * Checks that a replay has the same calls, replies, notes and answer. The tools of this release
   * show other excerpts than those that recorded the file, and shorter texts on a second read.
   */
  private static void assertSameRun(JsonNode actual, JsonNode expected) {
    for (String field : List.of("earlier", "question", "stopReason", "answer")) {
      assertContains(actual.path(field), expected.path(field), "/" + field);
    }
    for (String count : List.of("turns", "toolCalls")) {
      assertThat(actual.path("usage").path(count)).isEqualTo(expected.path("usage").path(count));
    }
    assertThat(actual.path("steps").size()).isEqualTo(expected.path("steps").size());
    for (int i = 0; i < expected.path("steps").size(); i++) {
      JsonNode step = expected.path("steps").path(i);
      for (String field : List.of("type", "turn", "role", "call", "tools", "closing")) {
        if (step.has(field)) {
          assertContains(actual.path("steps").path(i).path(field), step.path(field), "/" + field);
        }
      }
      assertThat(actual.at("/steps/" + i + "/reply/message"))
          .isEqualTo(expected.at("/steps/" + i + "/reply/message"));
    }
  }

  @Test
  void canBeReplayedAndResumed() throws IOException {
    Trajectory read = Trajectory.parse(file());
    Trajectory again =
        Agent.builder(CORPUS, read.replay()).build().ask(read.question()).trajectory();
    // This release leaves no gap where a marker was removed.
    String recorded = file().replace("In Tarn  in 1882", "In Tarn in 1882");
    assertSameRun(JSON.readTree(again.toJson()), JSON.readTree(recorded));

    ScriptedChatModel model = ScriptedChatModel.script().answer("In 1881 [k2].");
    Conversation resumed = Agent.builder(CORPUS, model).build().conversation(List.of(read));
    resumed.ask("When?");
    Trajectory next = resumed.trajectories().get(3);
    assertThat(((Step.Sent) next.steps().get(0)).messages().stream().skip(1).map(Message::text))
        .containsExactly(
            "Who designed the Old Bridge?",
            "Mira Voss [k1].",
            "Where was she born?",
            "In Tarn [k2: \"born in Tarn\"] in 1882 [k2: \"born in 1882\"].",
            "When?");
  }
}
