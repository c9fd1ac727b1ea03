package dev.arag.agent.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.step.Usage;
import dev.arag.core.error.AragException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrajectoryTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Message SYSTEM = new Message.System("Search.");
  private static final Message USER = new Message.User("Wo? 你 \uD83D\uDE00");

  private static final Location PLACE =
      Location.builder("docs/a.md")
          .title("A")
          .heading(List.of("One", "Two"))
          .page(3)
          .ordinal(1)
          .offset(40)
          .metadata(Map.of("year", 1881, "share", 0.5, "open", true, "tags", List.of("x", "y")))
          .build();

  @TempDir Path folder;

  private static Snippet snippet(String text) {
    return new Snippet(ChunkId.of("k#1"), PLACE, text, 44, 7, true);
  }

  private static Message.Assistant assistant(ToolCall call) {
    return new Message.Assistant("Let me see.", "hm", List.of(call), Map.of("signature", "abc"));
  }

  private static Reply reply(Message.Assistant message, Reply.Finish finish) {
    return new Reply(
        message,
        finish,
        new Reply.Tokens(100, 64, 9, false),
        "m-1",
        new Reply.Form("model_length", List.of("temperature", "seed"), "HISTORY_AS_TEXT"));
  }

  private static Step.ModelCall modelCall(int turn, List<Message> messages, Reply reply) {
    return new Step.ModelCall(
        turn,
        new Step.ModelRequest("agent", messages, List.of("chunk_read"), turn == 3, 77),
        null,
        reply,
        Duration.ofNanos(5));
  }

  /**
   * Returns a run with three successful requests, a rejected tool call, and a failure of the model.
   */
  private static Trajectory run() {
    ToolCall call = ToolCall.of("c1", "chunk_read", "{\"chunk_ids\":[\"k#1\"]}");
    ToolCall wrong = ToolCall.of("c2", "chunk_read", "{");
    Observation found =
        new Observation.Found("<<<ab\nIn Tarn.\n>>>ab", List.of(snippet("In Tarn.")));
    Observation rejected = new Observation.Rejected("No.");
    List<Message> messages = new ArrayList<>(List.of(SYSTEM, USER));
    List<Step> steps = new ArrayList<>();
    steps.add(modelCall(1, messages, reply(assistant(call), Reply.Finish.TOOL_CALLS)));
    steps.add(new Step.ToolUse(1, call, found, Duration.ofMillis(2)));
    messages.add(assistant(call));
    messages.add(Message.ToolResult.of(call, found));
    steps.add(modelCall(2, messages, reply(assistant(wrong), Reply.Finish.OTHER)));
    steps.add(new Step.ToolUse(2, wrong, rejected, Duration.ZERO));
    steps.add(
        new Step.ModelFailure(
            3,
            "agent",
            List.of(SYSTEM, USER),
            "broke",
            ModelException.Kind.OTHER,
            "server_error",
            null,
            Duration.ofSeconds(1)));
    steps.add(
        modelCall(3, List.of(SYSTEM), reply(Message.Assistant.of("In Tarn."), Reply.Finish.STOP)));
    return Trajectory.of("Wo?", steps, StopReason.ANSWERED, Duration.ofNanos(123_456_789));
  }

  private static Trajectory answered() {
    Citation exact =
        Citation.of(
            ChunkId.of("k#1"),
            Verdict.SUPPORTED,
            "In Tarn",
            List.of(),
            new Citation.Place(PLACE, new Span(44, 51), null),
            null,
            List.of());
    Citation unknown =
        Citation.of(ChunkId.of("z"), Verdict.NOT_SHOWN, null, List.of(), null, null, List.of());
    return run()
        .withAnswer(
            new ParsedAnswer(
                "In Tarn [k#1].", "In Tarn", List.of(exact, unknown), Outcome.ANSWERED, null));
  }

  private Trajectory writtenAndRead(Trajectory trajectory) {
    Path file = folder.resolve("run.json");
    trajectory.writeJson(file);
    return Trajectory.read(file);
  }

  @Test
  void readsTheSameTrajectoryThatWasWritten() {
    Trajectory before = answered();
    Trajectory after = writtenAndRead(before);
    assertThat(after.steps()).isEqualTo(before.steps());
    assertThat(after.question()).isEqualTo(before.question());
    assertThat(after.answer()).isEqualTo(before.answer());
    assertThat(after.shortAnswer()).isEqualTo(before.shortAnswer());
    assertThat(after.citations()).isEqualTo(before.citations());
    assertThat(after.stopReason()).isEqualTo(before.stopReason());
    assertThat(after.usage()).isEqualTo(before.usage());
    assertThat(after.shown()).isEqualTo(before.shown());
  }

  @Test
  void readsARunWithoutAnAnswer() {
    Trajectory after = writtenAndRead(run());
    assertThat(after.answer()).isEmpty();
    assertThat(after.citations()).isEmpty();
  }

  @Test
  void writesTheSameBytesForTheSameRun() throws IOException {
    Path first = folder.resolve("first.json");
    Path second = folder.resolve("second.json");
    answered().writeJson(first);
    Trajectory.read(first).writeJson(second);
    assertThat(second).hasSameBinaryContentAs(first);
  }

  @Test
  void writesOnlyTheNewMessagesOfARequest() throws IOException {
    Path file = folder.resolve("run.json");
    answered().writeJson(file);
    JsonNode steps = JSON.readTree(file.toFile()).path("steps");
    assertThat(steps.findValuesAsText("keptMessages")).containsExactly("0", "2", "2", "1");
    assertThat(steps.path(2).path("messages").findValuesAsText("role"))
        .containsExactly("assistant", "tool");
  }

  @Test
  void writesTheDocumentedFieldNames() throws IOException {
    Path file = folder.resolve("run.json");
    answered().writeJson(file);
    JsonNode json = JSON.readTree(file.toFile());
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly(
            "format",
            "version",
            "question",
            "stopReason",
            "elapsedNanos",
            "seed",
            "answer",
            "usage",
            "steps");
    assertThat(json.path("steps").findValuesAsText("type"))
        .containsExactly(
            "modelCall", "toolUse", "modelCall", "toolUse", "modelFailure", "modelCall");
    assertThat(json.at("/steps/0/reply/tokens/cachedInput").intValue()).isEqualTo(64);
    assertThat(json.at("/steps/1/observation/shown/0/chunk").textValue()).isEqualTo("k#1");
    assertThat(json.at("/usage/turns").intValue()).isEqualTo(4);
  }

  @Test
  void rejectsOtherFiles() throws IOException {
    Path file = folder.resolve("run.json");
    for (String text : List.of("", "{}", "[1]", "nonsense", "{\"format\":\"other\"}")) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> Trajectory.read(file))
          .isInstanceOf(AragException.class)
          .hasMessageContaining("run.json");
    }
    assertThatThrownBy(() -> Trajectory.read(folder.resolve("absent.json")))
        .isInstanceOf(AragException.class)
        .hasMessageContaining("absent.json")
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void rejectsAnotherVersion() throws IOException {
    Path file = folder.resolve("run.json");
    answered().writeJson(file);
    String text = Files.readString(file);
    Files.writeString(file, text.replace("\"version\" : 1", "\"version\" : 2"));
    assertThatThrownBy(() -> Trajectory.read(file))
        .isInstanceOf(AragException.class)
        .hasMessageContaining("version 2");
  }

  @Test
  void rejectsAFileTruncatedAtAnyByte() throws IOException {
    Path file = folder.resolve("run.json");
    answered().writeJson(file);
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length - 2; length += 7) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> Trajectory.read(file)).isInstanceOf(AragException.class);
    }
  }

  @Test
  void returnsOnlyTextOfRequestsAsShown() {
    ToolCall call = ToolCall.of("c1", "chunk_read", "{}");
    Snippet sent = snippet("Sent whole.");
    Snippet composed = snippet("Put into a prompt.");
    Snippet late = snippet("Found too late.");
    List<Step> steps =
        List.of(
            use(call, "<<<x\nSent whole.\n>>>x", sent),
            use(call, "<<<y\nPut into a prompt.\n>>>y", composed),
            modelCall(
                1,
                List.of(
                    new Message.ToolResult("c1", "chunk_read", "<<<x\nSent whole.\n>>>x", false),
                    Message.Assistant.of("I guess: Found too late."),
                    new Message.User("Use: Put into a prompt. Now answer.")),
                reply(Message.Assistant.of("Found too late."), Reply.Finish.STOP)),
            use(call, "<<<z\nFound too late.\n>>>z", late),
            modelCall(
                2,
                List.of(Message.Assistant.of("I guess: Found too late.")),
                reply(Message.Assistant.of("Yes."), Reply.Finish.STOP)));
    Trajectory run = Trajectory.of("?", steps, StopReason.DEADLINE, Duration.ZERO);
    assertThat(run.shown()).containsExactly(sent, composed);
    assertThat(run.shownIn((Step.Sent) run.steps().get(2))).containsExactly(sent, composed);
    assertThat(run.shownIn((Step.Sent) run.steps().get(4))).isEmpty();
  }

  private static Step use(ToolCall call, String text, Snippet snippet) {
    return new Step.ToolUse(0, call, new Observation.Found(text, List.of(snippet)), Duration.ZERO);
  }

  @Test
  void computesTheUsageAsTheSumOfTheSteps() {
    assertThat(run().usage())
        .isEqualTo(new Usage(4, 4, 2, 7, 300, 192, 27, Duration.ofNanos(123_456_789)));
  }

  @Test
  void replaysTheRecordedReplies() {
    ChatModel model = writtenAndRead(answered()).replay();
    UserMessage anything = UserMessage.from("anything");
    AiMessage first = model.chat(anything).aiMessage();
    assertThat(first.toolExecutionRequests().get(0).id()).isEqualTo("c1");
    assertThat(first.thinking()).isEqualTo("hm");
    assertThat(first.attributes()).isEqualTo(Map.of("signature", "abc"));
    assertThat(model.chat(anything).aiMessage().hasToolExecutionRequests()).isTrue();
    assertThatThrownBy(() -> model.chat(anything)).hasMessage("broke");
    assertThat(model.chat(anything).aiMessage().text()).isEqualTo("In Tarn.");
  }
}
