package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.step.Step;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a run continues after any malformed tool call. The model must receive exactly one
 * message for the call. The message has at most 500 characters, names an argument, and shows a
 * correct call.
 */
class MalformedCallsTest {
  private static final int LONGEST = 500;
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));
  private static final List<RetrievalTool> TOOLS = Toolbox.of(CORPUS).tools();

  static Stream<ToolCall> fieldShapes() {
    ObjectMapper json = new ObjectMapper();
    List<ToolCall> shapes = new ArrayList<>();
    try (InputStream file =
            Objects.requireNonNull(
                MalformedCallsTest.class.getResourceAsStream("field-shapes.jsonl"));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode shape = json.readTree(line);
        shapes.add(
            ToolCall.of("c1", shape.path("name").asText(), shape.path("arguments").asText()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return shapes.stream();
  }

  @Test
  void containsAtLeastAHundredRecordedCalls() {
    assertThat(fieldShapes()).hasSizeGreaterThanOrEqualTo(100);
  }

  @ParameterizedTest
  @MethodSource("fieldShapes")
  void answersARecordedCallWithOneHelpfulMessage(ToolCall call) {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .reply(request -> ModelCalls.calls(List.of(call)))
            .call("chunk_read", "{\"chunk_ids\": [\"k2\"]}")
            .answer("In Tarn [k2].");
    Answer answer = Agent.builder(CORPUS, model).build().ask("Where was Mira Voss born?");

    assertThat(answer.text()).startsWith("In Tarn");
    List<ToolExecutionResultMessage> results =
        model.requests().get(1).messages().stream()
            .filter(ToolExecutionResultMessage.class::isInstance)
            .map(ToolExecutionResultMessage.class::cast)
            .toList();
    assertThat(results).hasSize(1);
    assertThat(results.get(0).isError()).isTrue();
    assertIsHelpful(results.get(0).text());
  }

  private static void assertIsHelpful(String message) {
    assertThat(message).isNotBlank();
    assertThat(message.length()).as(message).isLessThanOrEqualTo(LONGEST);
    assertThat(message).containsAnyOf("\"keywords\"", "\"query\"", "\"chunk_ids\"");
    assertThat(TOOLS).as(message).anyMatch(tool -> showsCall(message, tool));
  }

  private static boolean showsCall(String message, RetrievalTool tool) {
    return message.contains(tool.name() + " " + tool.example().orElse(""));
  }

  @Test
  void answersGeneratedCalls() {
    assertThat(answered(400, 1)).isGreaterThanOrEqualTo(400);
  }

  @Test
  @Tag("full")
  void answersAHundredThousandGeneratedCalls() {
    assertThat(answered(100_000, 2)).isGreaterThanOrEqualTo(100_000);
  }

  /** Executes runs until the given number of calls was rejected, and returns that number. */
  private static int answered(int calls, long firstSeed) {
    int refused = 0;
    int runs = 0;
    for (long seed = firstSeed * 1_000_000; refused < calls; seed++) {
      refused += run(new MalformedCalls(new Random(seed)), seed);
      runs++;
    }
    System.Logger log = System.getLogger(MalformedCallsTest.class.getName());
    log.log(System.Logger.Level.INFO, refused + " malformed calls in " + runs + " runs");
    return refused;
  }

  private static int run(MalformedCalls calls, long seed) {
    ScriptedChatModel model = ScriptedChatModel.script();
    for (int turn = 0; turn < 3; turn++) {
      List<ToolCall> made = calls.ofTurn(8);
      model.reply(request -> ModelCalls.calls(made));
    }
    model.answer("In Tarn.").answer("In Tarn.").answer("In Tarn.").answer("In Tarn.");
    Trajectory trajectory;
    try {
      trajectory = Agent.builder(CORPUS, model).build().ask("Where?").trajectory();
    } catch (RuntimeException e) {
      throw new AssertionError("seed " + seed, e);
    }
    return (int)
        trajectory.steps().stream()
            .filter(Step.ToolUse.class::isInstance)
            .map(step -> ((Step.ToolUse) step).observation())
            .filter(Observation.Rejected.class::isInstance)
            .map(Observation::text)
            .filter(text -> !isWellFormedButNotExecuted(text))
            .peek(MalformedCallsTest::assertIsHelpful)
            .count();
  }

  @Test
  void keepsOnlyTheStartOfArgumentsThatAreTooLong() {
    ScriptedChatModel model = ScriptedChatModel.script();
    for (int turn = 0; turn < 3; turn++) {
      String keyword = turn + "x".repeat(1_000_000);
      model.call("keyword_search", "{\"keywords\": [\"" + keyword + "\"]}");
    }
    Trajectory run =
        Agent.builder(CORPUS, model.answer("In Tarn [k2].")).build().ask("Where?").trajectory();
    assertThat(run.toJson().length()).isLessThan(500_000);
    assertThat(run.steps())
        .filteredOn(Step.ToolUse.class::isInstance)
        .hasSize(3)
        .allSatisfy(
            step ->
                assertThat(((Step.ToolUse) step).observation().text())
                    .startsWith("The arguments are longer than 64 KiB."));
    Agent replay = Agent.builder(CORPUS, run.replay()).build();
    assertThat(replay.ask("Where?").trajectory().toJson()).isEqualTo(run.toJson());
  }

  /**
   * Whether the call was well-formed but not executed, because the chunk is unknown or the budget
   * is used up.
   */
  private static boolean isWellFormedButNotExecuted(String text) {
    return text.startsWith("No chunk ")
        || text.startsWith("No tool calls")
        || text.startsWith("There is no room");
  }
}
