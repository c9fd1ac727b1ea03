package dev.arag.agent.internal.trajectory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.grounding.UnseenTerm;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.model.Tokens;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.agent.trajectory.Usage;
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
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a trajectory, version 1. Fields may be added, never renamed; unknown fields are
 * ignored. A request is written as {@code keptMessages}, the number of messages it shares with the
 * beginning of the previous request, and the {@code messages} that follow, so that the size of the
 * file is linear in the length of the run. {@code usage} and {@code unseenTerms} are derived from
 * the other fields, for people who read the file. Described in docs/trajectory.md. For one file.
 */
final class TrajectoryCodec {
  static final String FORMAT = "arag-trajectory";
  static final int VERSION = 1;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonType<String> TEXT = JsonType.TEXT;
  private static final JsonType<ChunkId> CHUNK_ID = TEXT.as(ChunkId::value, ChunkId::of);
  private static final JsonType<Long> HEXADECIMAL =
      JsonType.ANY_TEXT.as(Long::toHexString, text -> Long.parseUnsignedLong(text, 16));

  private static final JsonType<Map<String, Object>> METADATA =
      new JsonType<>(
          values -> JSON.valueToTree(new TreeMap<>(values)), TrajectoryCodec::readValues);
  private static final JsonType<Map<String, Object>> ATTRIBUTES =
      new JsonType<>(TrajectoryCodec::writeAttributes, TrajectoryCodec::readValues);

  /** Newer releases may have other kinds. */
  private static final JsonType<ModelException.Kind> FAILURE_KIND =
      JsonType.ANY_TEXT.as(ModelException.Kind::name, TrajectoryCodec::failureKind);

  private static final JsonType<Location> LOCATION = JsonType.object(TrajectoryCodec::location);
  private static final JsonType<Snippet> SNIPPET = JsonType.object(TrajectoryCodec::snippet);
  private static final JsonType<Observation> OBSERVATION =
      JsonType.object(TrajectoryCodec::observation);
  private static final JsonType<ToolCall> TOOL_CALL = JsonType.object(TrajectoryCodec::toolCall);
  private static final JsonType<Tokens> TOKENS = JsonType.object(TrajectoryCodec::tokens);
  private static final JsonType<Citation> CITATION = JsonType.object(TrajectoryCodec::citation);
  private static final JsonType<Citation.Difference> DIFFERENCE =
      JsonType.object(TrajectoryCodec::difference);

  private static final JsonVariant<Message.Assistant> ASSISTANT =
      new JsonVariant<>(
          "role", "assistant", Message.Assistant.class, TrajectoryCodec::assistantMessage);
  private static final List<JsonVariant<? extends Message>> MESSAGES =
      List.of(
          new JsonVariant<>(
              "role",
              "system",
              Message.System.class,
              json -> new Message.System(json.text("text", Message.System::text))),
          new JsonVariant<>(
              "role",
              "user",
              Message.User.class,
              json -> new Message.User(json.text("text", Message.User::text))),
          ASSISTANT,
          new JsonVariant<>("role", "tool", Message.ToolResult.class, TrajectoryCodec::toolResult));
  private static final JsonType<Message> MESSAGE = JsonVariant.anyOf(MESSAGES);
  private static final JsonType<Reply> REPLY = JsonType.object(TrajectoryCodec::reply);

  private final JsonType<Step> step =
      JsonVariant.anyOf(
          List.of(
              new JsonVariant<>("type", "modelCall", Step.ModelCall.class, this::modelCall),
              new JsonVariant<>(
                  "type", "modelFailure", Step.ModelFailure.class, this::modelFailure),
              new JsonVariant<>("type", "toolUse", Step.ToolUse.class, TrajectoryCodec::toolUse),
              new JsonVariant<>("type", "retry", Step.Retry.class, TrajectoryCodec::retry),
              new JsonVariant<>("type", "nudge", Step.Nudge.class, TrajectoryCodec::nudge)));

  /** The messages of the previous request in the file. */
  private List<Message> lastRequest = List.of();

  /** The role of a message, as the file names it. */
  static String role(Message message) {
    return JsonVariant.of(message, MESSAGES).name();
  }

  ObjectNode write(Trajectory trajectory) {
    ObjectNode json = JSON.createObjectNode();
    json.put("format", FORMAT);
    json.put("version", VERSION);
    return JsonFields.write(json, trajectory, this::trajectory);
  }

  /**
   * @throws IllegalArgumentException if a field is missing or wrong
   */
  Trajectory read(JsonNode json) {
    return JsonFields.read(json, this::trajectory);
  }

  private Trajectory trajectory(JsonFields<Trajectory> json) {
    List<Trajectory> questions =
        json.unlessEqual(
            List.of(),
            "earlier",
            Trajectory::earlier,
            JsonType.list(JsonType.object(this::question)));
    List<Trajectory> earlier = new ArrayList<>();
    questions.forEach(each -> earlier.add(each.withEarlier(earlier)));
    return question(json).withEarlier(earlier);
  }

  private Trajectory question(JsonFields<Trajectory> json) {
    String question = json.text("question", Trajectory::question);
    String fields = json.unlessEqual("", "fields", Trajectory::fields, JsonType.ANY_TEXT);
    StopReason stopReason =
        json.field("stopReason", Trajectory::stopReason, JsonType.constant(StopReason.class));
    Duration elapsed = json.nanos("elapsedNanos", each -> each.usage().elapsed());
    long seed = json.optional("seed", Trajectory::seed, HEXADECIMAL, 0L);
    Answered answered =
        json.nullable(
            "answer", TrajectoryCodec::answered, JsonType.object(TrajectoryCodec::answer));
    json.derived("usage", each -> usage(each.usage()));
    List<Step> steps = json.list("steps", Trajectory::steps, step);
    Trajectory trajectory =
        Trajectory.of(question, steps, stopReason, elapsed).withFields(fields).withSeed(seed);
    return answered == null ? trajectory : trajectory.withAnswer(answered.answer);
  }

  private record Answered(ParsedAnswer answer, List<UnseenTerm> unseenTerms) {}

  private static @Nullable Answered answered(Trajectory trajectory) {
    return trajectory
        .answer()
        .map(
            text ->
                new ParsedAnswer(
                    text, trajectory.shortAnswer().orElseThrow(), trajectory.citations()))
        .map(answer -> new Answered(answer, trajectory.unseenTerms()))
        .orElse(null);
  }

  private static Answered answer(JsonFields<Answered> json) {
    ParsedAnswer answer =
        new ParsedAnswer(
            json.text("text", each -> each.answer.text()),
            json.text("shortAnswer", each -> each.answer.shortAnswer()),
            json.list("citations", each -> each.answer.citations(), CITATION));
    json.derived("unseenTerms", each -> unseenTerms(each.unseenTerms));
    return new Answered(answer, List.of());
  }

  private static Citation citation(JsonFields<Citation> json) {
    return new Citation(
        json.field("chunk", Citation::chunk, CHUNK_ID),
        json.text("quote", Citation::quote),
        json.field("verdict", Citation::verdict, JsonType.constant(Verdict.class)),
        json.nullable("location", Citation::location, LOCATION),
        json.integer("start", Citation::start),
        json.integer("end", Citation::end),
        json.optionalText("claim", Citation::claim),
        json.optional("differences", Citation::differences, JsonType.list(DIFFERENCE), List.of()));
  }

  private static Citation.Difference difference(JsonFields<Citation.Difference> json) {
    return new Citation.Difference(
        json.text("quoted", Citation.Difference::quoted),
        json.text("shown", Citation.Difference::shown));
  }

  private static ArrayNode unseenTerms(List<UnseenTerm> terms) {
    ArrayNode json = JSON.createArrayNode();
    for (UnseenTerm term : terms) {
      json.addObject()
          .put("text", term.text())
          .put("kind", term.kind().name())
          .put("start", term.start())
          .put("end", term.end());
    }
    return json;
  }

  private static ObjectNode usage(Usage usage) {
    return JSON.createObjectNode()
        .put("turns", usage.turns())
        .put("toolCalls", usage.toolCalls())
        .put("retrievedTokens", usage.retrievedTokens())
        .put("inputTokens", usage.inputTokens())
        .put("cachedInputTokens", usage.cachedInputTokens())
        .put("outputTokens", usage.outputTokens());
  }

  private Step.ModelCall modelCall(JsonFields<Step.ModelCall> json) {
    int turn = json.integer("turn", Step::turn);
    Duration elapsed = json.nanos("elapsedNanos", Step::elapsed);
    return new Step.ModelCall(
        turn,
        json.text("role", Step.Sent::role),
        request(json),
        json.list("tools", Step.ModelCall::tools, TEXT),
        json.flag("closing", Step.ModelCall::isClosing),
        json.longInteger("requestTokens", Step.ModelCall::requestTokens),
        json.field("reply", Step.ModelCall::reply, REPLY),
        elapsed);
  }

  private Step.ModelFailure modelFailure(JsonFields<Step.ModelFailure> json) {
    int turn = json.integer("turn", Step::turn);
    Duration elapsed = json.nanos("elapsedNanos", Step::elapsed);
    return new Step.ModelFailure(
        turn,
        json.text("role", Step.Sent::role),
        request(json),
        json.text("error", Step.ModelFailure::error),
        json.optional("kind", Step.ModelFailure::kind, FAILURE_KIND, ModelException.Kind.OTHER),
        json.optionalText("errorType", Step.ModelFailure::errorType),
        elapsed);
  }

  private <S extends Step.Sent> List<Message> request(JsonFields<S> json) {
    int kept = json.integer("keptMessages", sent -> shared(sent.messages()));
    if (kept < 0 || kept > lastRequest.size()) {
      throw new IllegalArgumentException("keptMessages is " + kept + " of " + lastRequest.size());
    }
    List<Message> messages = new ArrayList<>(lastRequest.subList(0, kept));
    messages.addAll(
        json.list(
            "messages", sent -> sent.messages().subList(kept, sent.messages().size()), MESSAGE));
    lastRequest = messages;
    return messages;
  }

  /** How many messages the previous request begins with as well. */
  private int shared(List<Message> messages) {
    int most = Math.min(messages.size(), lastRequest.size());
    int shared = 0;
    while (shared < most && messages.get(shared).equals(lastRequest.get(shared))) {
      shared++;
    }
    return shared;
  }

  private static Step.ToolUse toolUse(JsonFields<Step.ToolUse> json) {
    int turn = json.integer("turn", Step::turn);
    Duration elapsed = json.nanos("elapsedNanos", Step::elapsed);
    return new Step.ToolUse(
        turn,
        json.field("call", Step.ToolUse::call, TOOL_CALL),
        json.field("observation", Step.ToolUse::observation, OBSERVATION),
        elapsed);
  }

  private static Step.Retry retry(JsonFields<Step.Retry> json) {
    int turn = json.integer("turn", Step::turn);
    Duration elapsed = json.nanos("elapsedNanos", Step::elapsed);
    return new Step.Retry(
        turn,
        json.text("role", Step.Retry::role),
        json.text("error", Step.Retry::error),
        json.optionalText("errorType", Step.Retry::errorType),
        json.nanos("pauseNanos", Step.Retry::pause),
        elapsed);
  }

  private static ModelException.Kind failureKind(String name) {
    return Stream.of(ModelException.Kind.values())
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElse(ModelException.Kind.OTHER);
  }

  private static Step.Nudge nudge(JsonFields<Step.Nudge> json) {
    int turn = json.integer("turn", Step::turn);
    Duration elapsed = json.nanos("elapsedNanos", Step::elapsed);
    return new Step.Nudge(
        turn,
        json.field("kind", Step.Nudge::kind, JsonType.constant(Step.NudgeKind.class)),
        json.text("text", Step.Nudge::text),
        elapsed);
  }

  private static Reply reply(JsonFields<Reply> json) {
    return new Reply(
        json.field("message", Reply::message, ASSISTANT.only()),
        json.field("finish", Reply::finish, JsonType.constant(Reply.Finish.class)),
        json.nullable("tokens", Reply::tokens, TOKENS),
        json.text("model", Reply::model),
        new Reply.Form(
            json.optionalText("finishWord", each -> each.form().finishWord()),
            json.optional(
                "leftOut",
                each -> each.form().leftOut(),
                JsonType.list(JsonType.ANY_TEXT),
                List.of()),
            json.optionalText("closingForm", each -> each.form().closing())));
  }

  private static Tokens tokens(JsonFields<Tokens> json) {
    return new Tokens(
        json.longInteger("input", Tokens::input),
        json.longInteger("cachedInput", Tokens::cachedInput),
        json.longInteger("output", Tokens::output),
        json.flag("estimated", Tokens::isEstimated));
  }

  private static Message.Assistant assistantMessage(JsonFields<Message.Assistant> json) {
    return new Message.Assistant(
        json.text("text", Message::text),
        json.text("thinking", Message.Assistant::thinking),
        json.list("calls", Message.Assistant::calls, TOOL_CALL),
        json.field("attributes", Message.Assistant::attributes, ATTRIBUTES));
  }

  private static Message.ToolResult toolResult(JsonFields<Message.ToolResult> json) {
    String text = json.text("text", Message::text);
    return new Message.ToolResult(
        json.text("callId", Message.ToolResult::callId),
        json.text("tool", Message.ToolResult::tool),
        text,
        json.flag("error", Message.ToolResult::isError));
  }

  private static ToolCall toolCall(JsonFields<ToolCall> json) {
    return new ToolCall(
        json.text("id", ToolCall::id),
        json.text("name", ToolCall::name),
        json.text("arguments", ToolCall::arguments));
  }

  private static Observation observation(JsonFields<Observation> json) {
    boolean isRejected = json.flag("rejected", Observation.Rejected.class::isInstance);
    String text = json.text("text", Observation::text);
    List<Snippet> shown = json.list("shown", Observation::shown, SNIPPET);
    return isRejected ? new Observation.Rejected(text) : new Observation.Found(text, shown);
  }

  private static Snippet snippet(JsonFields<Snippet> json) {
    return new Snippet(
        json.field("chunk", Snippet::chunk, CHUNK_ID),
        json.field("location", Snippet::location, LOCATION),
        json.text("text", Snippet::text),
        json.integer("offset", Snippet::offset),
        json.integer("tokens", Snippet::tokens),
        json.flag("wholeChunk", Snippet::isWholeChunk));
  }

  private static Location location(JsonFields<Location> json) {
    return Location.builder(json.text("document", Location::documentId))
        .title(json.text("title", Location::title))
        .heading(json.list("heading", Location::heading, TEXT))
        .page(json.integer("page", each -> each.page().orElse(0)))
        .ordinal(json.integer("ordinal", Location::ordinal))
        .offset(json.integer("offset", Location::offset))
        .metadata(json.field("metadata", Location::metadata, METADATA))
        .build();
  }

  /** Strings, numbers and booleans: other attributes of a client library have no JSON form. */
  private static ObjectNode writeAttributes(Map<String, Object> attributes) {
    ObjectNode json = JSON.createObjectNode();
    new TreeMap<>(attributes)
        .forEach(
            (name, value) -> {
              if (value instanceof String || value instanceof Number || value instanceof Boolean) {
                json.set(name, JSON.valueToTree(value));
              }
            });
    return json;
  }

  private static Map<String, Object> readValues(JsonNode json) {
    Map<String, Object> values = new HashMap<>();
    json.properties().forEach(each -> values.put(each.getKey(), readValue(each.getValue())));
    return values;
  }

  private static Object readValue(JsonNode json) {
    if (json.isArray()) {
      return JsonType.list(JsonType.ANY_TEXT).read().apply(json);
    }
    if (json.isBoolean()) {
      return json.booleanValue();
    }
    return json.isNumber() ? json.numberValue() : json.asText();
  }
}
