package dev.arag.agent.internal.trajectory;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.model.Tokens;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.tools.Observation;
import dev.arag.tools.Snippet;
import dev.arag.tools.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what {@link TrajectoryJsonWriter} writes; unknown fields are passed over. */
final class TrajectoryJsonReader {
  private List<Message> lastRequest = List.of();

  /**
   * @throws IllegalArgumentException if a field is missing or wrong
   */
  Trajectory read(JsonNode json) {
    List<Trajectory> earlier = new ArrayList<>();
    for (JsonNode each : json.path("earlier")) {
      earlier.add(question(each).withEarlier(earlier));
    }
    return question(json).withEarlier(earlier);
  }

  private Trajectory question(JsonNode json) {
    List<Step> steps = list(json.required("steps"), this::step);
    Trajectory trajectory =
        Trajectory.of(
                text(json, "question"),
                steps,
                StopReason.valueOf(text(json, "stopReason")),
                elapsed(json))
            .withFields(json.path("fields").asText())
            .withSeed(Long.parseUnsignedLong(json.path("seed").asText("0"), 16));
    JsonNode answer = json.required("answer");
    return answer.isNull() ? trajectory : trajectory.withAnswer(answer(answer));
  }

  private static ParsedAnswer answer(JsonNode json) {
    return new ParsedAnswer(
        text(json, "text"),
        text(json, "shortAnswer"),
        list(json.required("citations"), TrajectoryJsonReader::citation));
  }

  private static Citation citation(JsonNode json) {
    JsonNode location = json.required("location");
    return new Citation(
        ChunkId.of(text(json, "chunk")),
        text(json, "quote"),
        Verdict.valueOf(text(json, "verdict")),
        location.isNull() ? null : location(location),
        json.required("start").intValue(),
        json.required("end").intValue(),
        json.path("claim").asText(),
        json.has("differences")
            ? list(json.path("differences"), TrajectoryJsonReader::difference)
            : List.of());
  }

  private static Citation.Difference difference(JsonNode json) {
    return new Citation.Difference(text(json, "quoted"), text(json, "shown"));
  }

  private Step step(JsonNode json) {
    return switch (StepType.named(text(json, "type"))) {
      case MODEL_CALL -> modelCall(json);
      case MODEL_FAILURE ->
          new Step.ModelFailure(
              turn(json),
              text(json, "role"),
              request(json),
              text(json, "error"),
              failureKind(json.path("kind").asText()),
              json.path("errorType").asText(),
              elapsed(json));
      case TOOL_USE ->
          new Step.ToolUse(
              turn(json),
              call(json.required("call")),
              observation(json.required("observation")),
              elapsed(json));
      case NUDGE ->
          new Step.Nudge(
              turn(json),
              Step.NudgeKind.valueOf(text(json, "kind")),
              text(json, "text"),
              elapsed(json));
      case RETRY ->
          new Step.Retry(
              turn(json),
              text(json, "role"),
              text(json, "error"),
              json.path("errorType").asText(),
              Duration.ofNanos(json.required("pauseNanos").longValue()),
              elapsed(json));
    };
  }

  /** Old files have no kind of a failure, and newer ones may have other kinds. */
  private static Step.FailureKind failureKind(String name) {
    return Stream.of(Step.FailureKind.values())
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElse(Step.FailureKind.OTHER);
  }

  private Step modelCall(JsonNode json) {
    return new Step.ModelCall(
        turn(json),
        text(json, "role"),
        request(json),
        list(json.required("tools"), JsonNode::asText),
        json.required("closing").booleanValue(),
        json.required("requestTokens").longValue(),
        reply(json.required("reply")),
        elapsed(json));
  }

  private List<Message> request(JsonNode json) {
    int kept = json.required("keptMessages").intValue();
    if (kept < 0 || kept > lastRequest.size()) {
      throw new IllegalArgumentException("keptMessages is " + kept + " of " + lastRequest.size());
    }
    List<Message> messages = new ArrayList<>(lastRequest.subList(0, kept));
    messages.addAll(list(json.required("messages"), TrajectoryJsonReader::message));
    lastRequest = messages;
    return messages;
  }

  private static Reply reply(JsonNode json) {
    return new Reply(
        assistant(json.required("message")),
        Reply.Finish.valueOf(text(json, "finish")),
        tokens(json.required("tokens")),
        text(json, "model"),
        form(json));
  }

  private static Reply.Form form(JsonNode json) {
    return new Reply.Form(
        json.path("finishWord").asText(),
        json.has("leftOut") ? list(json.path("leftOut"), JsonNode::asText) : List.of(),
        json.path("closingForm").asText());
  }

  private static @Nullable Tokens tokens(JsonNode json) {
    return json.isNull()
        ? null
        : new Tokens(
            json.required("input").longValue(),
            json.required("cachedInput").longValue(),
            json.required("output").longValue(),
            json.required("estimated").booleanValue());
  }

  private static Message message(JsonNode json) {
    return switch (MessageRole.named(text(json, "role"))) {
      case SYSTEM -> new Message.System(text(json, "text"));
      case USER -> new Message.User(text(json, "text"));
      case ASSISTANT -> assistant(json);
      case TOOL ->
          new Message.ToolResult(
              text(json, "callId"),
              text(json, "tool"),
              text(json, "text"),
              json.required("error").booleanValue());
    };
  }

  private static Message.Assistant assistant(JsonNode json) {
    return new Message.Assistant(
        text(json, "text"),
        text(json, "thinking"),
        list(json.required("calls"), TrajectoryJsonReader::call),
        values(json.required("attributes")));
  }

  private static ToolCall call(JsonNode json) {
    return new ToolCall(text(json, "id"), text(json, "name"), text(json, "arguments"));
  }

  private static Observation observation(JsonNode json) {
    String text = text(json, "text");
    return json.required("rejected").booleanValue()
        ? new Observation.Rejected(text)
        : new Observation.Found(text, list(json.required("shown"), TrajectoryJsonReader::snippet));
  }

  private static Snippet snippet(JsonNode json) {
    return new Snippet(
        ChunkId.of(text(json, "chunk")),
        location(json.required("location")),
        text(json, "text"),
        json.required("offset").intValue(),
        json.required("tokens").intValue(),
        json.required("wholeChunk").booleanValue());
  }

  private static Location location(JsonNode json) {
    return Location.builder(text(json, "document"))
        .title(text(json, "title"))
        .heading(list(json.required("heading"), JsonNode::asText))
        .page(json.required("page").intValue())
        .ordinal(json.required("ordinal").intValue())
        .offset(json.required("offset").intValue())
        .metadata(values(json.required("metadata")))
        .build();
  }

  private static Map<String, Object> values(JsonNode json) {
    Map<String, Object> values = new HashMap<>();
    json.properties().forEach(each -> values.put(each.getKey(), value(each.getValue())));
    return values;
  }

  private static Object value(JsonNode json) {
    if (json.isArray()) {
      return list(json, JsonNode::asText);
    }
    if (json.isBoolean()) {
      return json.booleanValue();
    }
    return json.isNumber() ? json.numberValue() : json.asText();
  }

  private static int turn(JsonNode json) {
    return json.required("turn").intValue();
  }

  private static Duration elapsed(JsonNode json) {
    return Duration.ofNanos(json.required("elapsedNanos").longValue());
  }

  private static String text(JsonNode json, String field) {
    JsonNode value = json.required(field);
    if (!value.isTextual()) {
      throw new IllegalArgumentException(field + " is no text");
    }
    return value.textValue();
  }

  private static <T> List<T> list(JsonNode json, Function<JsonNode, T> element) {
    if (!json.isArray()) {
      throw new IllegalArgumentException("a list is missing");
    }
    List<T> all = new ArrayList<>();
    json.forEach(each -> all.add(element.apply(each)));
    return all;
  }
}
