package dev.arag.agent.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import dev.arag.core.error.AragException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that every release writes the same bytes for a trajectory that contains every field of
 * every step.
 */
class TrajectoryFormatTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String GOLDEN = "/golden/trajectory-1.json";

  /** Fields that files of earlier releases do not contain. */
  private static final List<String> ADDED_LATER =
      List.of(
          "fields",
          "seed",
          "claim",
          "differences",
          "kind",
          "errorType",
          "finishWord",
          "leftOut",
          "closingForm",
          "group",
          "warnings",
          "exchanges",
          "unseenTerms",
          "outcome",
          "outcomeNote",
          "section",
          "sections");

  private static final Location BRIDGES =
      Location.builder("islands/bridges.md")
          .title("Bridges \"of\" the Isles")
          .heading(List.of("The Old Bridge", "Költség 你 \uD83D\uDE00"))
          .page(12)
          .ordinal(3)
          .offset(400)
          .metadata(Map.of("year", 1904, "share", 0.5, "open", true, "tags", List.of("x", "y")))
          .build();

  private static final Location PEOPLE = Location.builder("people.md").title("People").build();

  /** The first message is also the first message of the last request. */
  private static final List<List<Message>> EXCHANGES =
      List.of(
          List.of(
              new Message.User("And what did it cost?"),
              Message.Assistant.of("15,140 crowns [k#1].")));

  @TempDir Path folder;

  /** Rewrites the golden file. Run this method only after a field was added on purpose. */
  public static void main(String[] arguments) {
    trajectory().writeJson(Path.of(arguments[0]));
  }

  private static Trajectory trajectory() {
    Trajectory first =
        Trajectory.of("Which bridge?", firstSteps(), StopReason.MODEL_FAILED, Duration.ofMillis(9));
    return Trajectory.of(
            "And what did it cost?\n",
            secondSteps(),
            StopReason.ANSWERED,
            Duration.ofNanos(987),
            -77L,
            "cost: a whole number",
            List.of(first))
        .withAnswer(answer())
        .withExchanges(EXCHANGES)
        .withWarnings(List.of("1 of 2 requests failed."));
  }

  private static List<Step> firstSteps() {
    List<Message> messages =
        List.of(new Message.System("Search."), new Message.User("Which bridge?"));
    return List.of(
        new Step.Retry(
            1, "agent", "busy", "rate_limit", Duration.ofMillis(1_500), Duration.ofNanos(3)),
        new Step.ModelFailure(
            1,
            "agent",
            messages,
            "broke \u0000 off",
            ModelException.Kind.OTHER,
            "server_error",
            3,
            Duration.ZERO));
  }

  private static List<Step> secondSteps() {
    Message.Assistant calling =
        new Message.Assistant(
            "Let me see.",
            "two hops",
            List.of(
                ToolCall.of("c1", "chunk_read", "{\"chunk_ids\":[\"k#1\"]}"),
                ToolCall.of("c2", "chunk_read", "{")),
            Map.of("signature", "abc", "index", 3, "signed", true, "lost", List.of("x")));
    Observation found =
        new Observation.Found(
            "<<<ab\nIt cost 15,140 crowns.\n>>>ab",
            List.of(
                new Snippet(
                    new SectionId(ChunkId.of("k#1"), 2),
                    4,
                    BRIDGES,
                    "It cost 15,140 crowns.",
                    404,
                    9,
                    true),
                new Snippet(ChunkId.of("p#0"), PEOPLE, "Half \uD800 a pair.", 0, 5, false)));
    Observation rejected = new Observation.Rejected("These arguments are not JSON.");
    List<Message> messages =
        new ArrayList<>(
            List.of(new Message.System("Search."), new Message.User("And what did it cost?")));
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step.ModelCall(
            1,
            new Step.ModelRequest(
                "agent", messages, List.of("keyword_search", "chunk_read"), false, 1_234),
            null,
            new Reply(
                calling, Reply.Finish.TOOL_CALLS, new Reply.Tokens(100, 64, 9, false), "example-1"),
            Duration.ofMillis(1_480)));
    steps.add(new Step.ToolUse(1, calling.calls().get(0), found, Duration.ofMillis(2)));
    steps.add(new Step.ToolUse(1, calling.calls().get(1), rejected, Duration.ZERO));
    steps.add(
        new Step.Correction(1, Step.CorrectionKind.NO_CITATION, "Name a source.", Duration.ZERO));
    messages.add(calling);
    messages.add(Message.ToolResult.of(calling.calls().get(0), found));
    messages.add(Message.ToolResult.of(calling.calls().get(1), rejected));
    steps.add(
        new Step.ModelCall(
            2,
            new Step.ModelRequest("form", messages, List.of(), true, 2_345),
            3,
            new Reply(
                Message.Assistant.of("15,140 crowns [k#1]."),
                Reply.Finish.STOP,
                null,
                null,
                new Reply.Form("end_turn", List.of("temperature", "seed"), "HISTORY_AS_TEXT")),
            Duration.ofMillis(912)));
    return steps;
  }

  private static ParsedAnswer answer() {
    Citation near =
        Citation.of(
            ChunkId.of("k#1"),
            Verdict.NEAR,
            "It cost 15,140 crown",
            List.of(new Citation.Difference("crown", "crowns"), new Citation.Difference("", "so")),
            new Citation.Place(BRIDGES, new Span(404, 426), new SectionId(ChunkId.of("k#1"), 2)),
            "15,140 crowns.",
            List.of());
    Citation unknown =
        Citation.of(ChunkId.of("z"), Verdict.NOT_SHOWN, null, List.of(), null, null, List.of());
    return new ParsedAnswer(
        "15,140 crowns [k#1], paid by Ada Brannock.",
        "15,140 crowns",
        List.of(near, unknown),
        Outcome.CONFLICT,
        "paid by Ada Brannock.");
  }

  private static byte[] golden() throws IOException {
    try (InputStream file = TrajectoryFormatTest.class.getResourceAsStream(GOLDEN)) {
      return Objects.requireNonNull(file, GOLDEN).readAllBytes();
    }
  }

  @Test
  void writesTheGoldenBytes() throws IOException {
    Path file = folder.resolve("run.json");
    trajectory().writeJson(file);
    assertThat(file).hasBinaryContent(golden());
  }

  @Test
  void readsTheGoldenFile() throws IOException {
    Path file = folder.resolve("run.json");
    Files.write(file, golden());
    Trajectory read = Trajectory.read(file);
    read.writeJson(file);
    assertThat(file).hasBinaryContent(golden());
    assertThat(read.seed()).isEqualTo(-77);
    assertThat(read.fields()).hasValue("cost: a whole number");
    assertThat(read.earlier()).hasSize(1);
    assertThat(read.earlier().get(0).steps()).isEqualTo(firstSteps());
    assertThat(read.citations()).isEqualTo(answer().citations());
    assertThat(read.outcome()).contains(Outcome.CONFLICT);
    assertThat(read.outcomeNote()).contains("paid by Ada Brannock.");
    assertThat(read.exchanges()).isEqualTo(EXCHANGES);
    assertThat(read.warnings()).containsExactly("1 of 2 requests failed.");
    assertThat(read.steps().subList(1, 4)).isEqualTo(secondSteps().subList(1, 4));
    assertThat(((Step.ModelCall) read.steps().get(4)).reply())
        .isEqualTo(((Step.ModelCall) secondSteps().get(4)).reply());
  }

  @Test
  void readsAFileWithoutTheFieldsAddedLater() throws IOException {
    JsonNode json = JSON.readTree(golden());
    removeAddedLater(json);
    Path file = folder.resolve("run.json");
    Files.write(file, JSON.writeValueAsBytes(json));
    Trajectory read = Trajectory.read(file);
    assertThat(read.seed()).isZero();
    assertThat(read.fields()).isEmpty();
    assertThat(read.exchanges()).isEmpty();
    assertThat(read.outcome()).contains(Outcome.ANSWERED);
    assertThat(read.outcomeNote()).isEmpty();
    assertThat(read.citations()).hasSize(2);
    assertThat(read.citations().get(0).claim()).isEmpty();
    assertThat(read.citations().get(0).section()).isEmpty();
    assertThat(read.shown().get(0).section()).isEqualTo(new SectionId(ChunkId.of("k#1"), 0));
    assertThat(read.shown().get(0).sections()).isEqualTo(1);
    assertThat(read.citations().get(0).differences()).isEmpty();
    Step.ModelCall closing = (Step.ModelCall) read.steps().get(4);
    assertThat(closing.reply().form()).isEqualTo(Reply.Form.UNKNOWN);
  }

  /** The stop reason NOT_FOUND became an outcome. */
  @Test
  void readsAnAnswerThatAnEarlierVersionDidNotFind() throws IOException {
    ObjectNode json = (ObjectNode) JSON.readTree(golden());
    removeAddedLater(json);
    json.put("stopReason", "NOT_FOUND").withObject("answer").put("text", "NOT FOUND\nNo year.");
    Trajectory read = Trajectory.parse(json.toString());
    assertThat(read.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(read.outcome()).contains(Outcome.NOT_FOUND);
    assertThat(Trajectory.parse(read.toJson()).outcome()).contains(Outcome.NOT_FOUND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"question", "stopReason", "elapsedNanos", "steps"})
  void rejectsNull(String field) throws IOException {
    ObjectNode json = (ObjectNode) JSON.readTree(golden());
    requireCorrupt(json.deepCopy().putNull(field), field);
    json.withObject("answer").putNull("text");
    requireCorrupt(json, "text");
  }

  @ParameterizedTest
  @ValueSource(strings = {"steps", "warnings", "earlier"})
  void rejectsNullInAList(String field) throws IOException {
    ObjectNode json = (ObjectNode) JSON.readTree(golden());
    json.putArray(field).addNull();
    requireCorrupt(json, field);
  }

  @Test
  void rejectsANumberOfMessagesThatIsText() throws IOException {
    ObjectNode json = (ObjectNode) JSON.readTree(golden());
    ((ObjectNode) json.path("steps").path(0)).put("keptMessages", "none");
    requireCorrupt(json, "int");
  }

  private static void requireCorrupt(ObjectNode json, String named) {
    assertThatThrownBy(() -> Trajectory.parse(json.toString()))
        .isInstanceOf(AragException.class)
        .hasMessageStartingWith("The text is not a trajectory file or is corrupt: ")
        .hasMessageContaining(named);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"keptMessages\":2,\"messages\":[],\"sizes\":[2]}",
        "{\"keptMessages\":-1,\"messages\":[],\"sizes\":[]}",
        "{\"keptMessages\":1,\"messages\":[],\"sizes\":[2]}",
        "{\"keptMessages\":1,\"messages\":[],\"sizes\":[-1,1]}",
        "{\"keptMessages\":1,\"messages\":[]}"
      })
  void rejectsCorruptExchanges(String exchanges) throws IOException {
    ObjectNode json = (ObjectNode) JSON.readTree(golden());
    json.set("exchanges", JSON.readTree(exchanges));
    assertThatThrownBy(() -> Trajectory.parse(json.toString()))
        .isInstanceOf(AragException.class)
        .hasMessageStartingWith("The text is not a trajectory file or is corrupt: ");
  }

  @Test
  void ignoresUnknownFields() throws IOException {
    JsonNode json = JSON.readTree(golden());
    json.findParents("type").forEach(step -> ((ObjectNode) step).put("future", 1));
    json.findParents("role").forEach(message -> ((ObjectNode) message).put("future", 1));
    Path file = folder.resolve("run.json");
    Files.write(file, JSON.writeValueAsBytes(json));
    Trajectory.read(file).writeJson(file);
    assertThat(file).hasBinaryContent(golden());
  }

  /** All fields except those that were added later are required. */
  @Test
  void rejectsAFileWithoutARequiredField() throws IOException {
    JsonNode whole = JSON.readTree(golden());
    List<String> pointers = new ArrayList<>();
    collectFields(whole, "", pointers);
    Path file = folder.resolve("run.json");
    for (String pointer : pointers) {
      JsonNode json = whole.deepCopy();
      int slash = pointer.lastIndexOf('/');
      String field = pointer.substring(slash + 1);
      ((ObjectNode) json.at(pointer.substring(0, slash))).remove(field);
      Files.write(file, JSON.writeValueAsBytes(json));
      assertThatThrownBy(() -> Trajectory.read(file))
          .as(pointer)
          .isInstanceOf(AragException.class)
          .hasMessageContaining("run.json");
    }
    assertThat(pointers).hasSizeGreaterThan(100);
  }

  private static void removeAddedLater(JsonNode json) {
    if (json instanceof ObjectNode object) {
      boolean isCorrection = object.path("type").asText().equals("nudge");
      object.remove(
          ADDED_LATER.stream().filter(name -> !(isCorrection && name.equals("kind"))).toList());
    }
    json.forEach(TrajectoryFormatTest::removeAddedLater);
  }

  private static void collectFields(JsonNode json, String pointer, List<String> pointers) {
    json.properties()
        .forEach(
            each -> {
              if (isRequired(json, each.getKey(), pointer)) {
                pointers.add(pointer + "/" + each.getKey());
                collectFields(each.getValue(), pointer + "/" + each.getKey(), pointers);
              }
            });
    for (int i = 0; json.isArray() && i < json.size(); i++) {
      collectFields(json.path(i), pointer + "/" + i, pointers);
    }
  }

  private static boolean isRequired(JsonNode parent, String field, String pointer) {
    boolean isCorrection = parent.path("type").asText().equals("nudge");
    boolean isFree = pointer.endsWith("/metadata") || pointer.endsWith("/attributes");
    boolean isDerived = field.equals("usage");
    boolean isIgnored =
        (pointer.endsWith("/reply/message") && field.equals("role"))
            || (parent.path("rejected").asBoolean() && field.equals("shown"));
    return !isFree
        && !isDerived
        && !isIgnored
        && (isCorrection && field.equals("kind") || !ADDED_LATER.contains(field));
  }
}
