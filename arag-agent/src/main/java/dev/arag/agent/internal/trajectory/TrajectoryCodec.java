package dev.arag.agent.internal.trajectory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Span;
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
import dev.arag.core.text.SectionId;
import dev.arag.tools.Observation;
import dev.arag.tools.Snippet;
import dev.arag.tools.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes version 1 of the JSON form of a trajectory, which docs/trajectory.md describes.
 * Fields may be added but never renamed. Unknown fields are ignored. Use one codec per file.
 *
 * <p>To keep the file size linear in the length of the run, a request is written without the
 * messages at its start that it shares with the previous request. {@code keptMessages} is the
 * number of these messages; {@code messages} contains the messages that follow. The exchanges of
 * the conversation are written in the same way, relative to the last request. {@code usage} and
 * {@code unseenTerms} are computed from other fields for people who read the file.
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

  /**
   * The kind of a failure. An unknown kind is read as OTHER, because newer releases may add kinds.
   */
  private static final JsonType<ModelException.Kind> FAILURE_KIND =
      JsonType.constantOr(ModelException.Kind.OTHER);

  private static final JsonType<Location> LOCATION = JsonType.object(TrajectoryCodec::location);
  private static final JsonType<Snippet> SNIPPET = JsonType.object(TrajectoryCodec::snippet);
  private static final JsonType<Observation> OBSERVATION =
      JsonType.object(TrajectoryCodec::observation);
  private static final JsonType<ToolCall> TOOL_CALL = JsonType.object(TrajectoryCodec::toolCall);
  private static final JsonType<Tokens> TOKENS = JsonType.object(TrajectoryCodec::tokens);
  private static final JsonType<Citation> CITATION = JsonType.object(TrajectoryCodec::citation);
  private static final JsonType<Span> SPAN = JsonType.object(TrajectoryCodec::span);
  private static final JsonType<Citation.Difference> DIFFERENCE =
      JsonType.object(TrajectoryCodec::difference);

  private static final JsonVariant<Message.Assistant> ASSISTANT =
      message("assistant", Message.Assistant.class, TrajectoryCodec::assistantMessage);

  private static final List<JsonVariant<? extends Message>> MESSAGES =
      List.of(
          message("system", Message.System.class, json -> new Message.System(text(json))),
          message("user", Message.User.class, json -> new Message.User(text(json))),
          ASSISTANT,
          message("tool", Message.ToolResult.class, TrajectoryCodec::toolResult));

  private static final JsonType<Message> MESSAGE = JsonVariant.anyOf(MESSAGES);
  private static final JsonType<Reply> REPLY = JsonType.object(TrajectoryCodec::reply);

  private final JsonType<Step> step =
      JsonVariant.anyOf(
          List.of(
              step("modelCall", Step.ModelCall.class, this::modelCall),
              step("modelFailure", Step.ModelFailure.class, this::modelFailure),
              step("toolUse", Step.ToolUse.class, TrajectoryCodec::toolUse),
              step("retry", Step.Retry.class, TrajectoryCodec::retry),
              step("nudge", Step.Correction.class, TrajectoryCodec::correction)));

  /** The messages of the previous request in the file; empty before the first request. */
  private List<Message> lastRequest = List.of();

  private static <M extends Message> JsonVariant<M> message(
      String role, Class<M> type, Function<JsonFields<M>, M> fields) {
    return new JsonVariant<>("role", role, type, fields);
  }

  private static String text(JsonFields<? extends Message> json) {
    return json.text("text", Message::text);
  }

  /** Describes a step. The turn and the duration come first, followed by the other fields. */
  private static <S extends Step> JsonVariant<S> step(
      String name, Class<S> type, BiFunction<JsonFields<S>, Integer, Step> fields) {
    return new JsonVariant<>(
        "type",
        name,
        type,
        json -> {
          int turn = json.integer("turn", Step::turn);
          Duration elapsed = json.nanos("elapsedNanos", Step::elapsed);
          return type.cast(fields.apply(json, turn).withElapsed(elapsed));
        });
  }

  /** Returns the role of a message as it is written in the file. */
  ObjectNode write(Trajectory trajectory) {
    ObjectNode json = JSON.createObjectNode();
    json.put("format", FORMAT);
    json.put("version", VERSION);
    return JsonFields.write(json, trajectory, this::trajectory);
  }

  /**
   * Reads a trajectory.
   *
   * @throws IllegalArgumentException if a field is missing or invalid
   */
  Trajectory read(JsonNode json) {
    return JsonFields.read(json, this::trajectory);
  }

  private Trajectory trajectory(JsonFields<Trajectory> json) {
    List<Trajectory> earlier = new ArrayList<>();
    JsonType<Trajectory> before =
        JsonType.object(
            each -> {
              earlier.add(question(each, earlier));
              return earlier.get(earlier.size() - 1);
            });
    List<Trajectory> unused =
        json.unlessEqual(List.of(), "earlier", Trajectory::earlier, JsonType.list(before));
    return question(json, earlier);
  }

  private Trajectory question(JsonFields<Trajectory> json, List<Trajectory> earlier) {
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
    List<List<Message>> exchanges =
        json.unlessEqual(
            List.of(), "exchanges", Trajectory::exchanges, exchanges(lastSentByMain(steps)));
    List<String> warnings =
        json.unlessEqual(
            List.of(), "warnings", Trajectory::warnings, JsonType.list(JsonType.ANY_TEXT));
    Trajectory trajectory =
        Trajectory.of(question, steps, stopReason, elapsed, seed, fields, earlier)
            .withExchanges(exchanges)
            .withWarnings(warnings);
    return answered == null ? trajectory : trajectory.withAnswer(answered.answer);
  }

  /** Returns the messages of the last request to the main model, without system messages. */
  private static List<Message> lastSentByMain(List<Step> steps) {
    List<Message> last = List.of();
    for (Step step : steps) {
      if (step instanceof Step.Sent sent && sent.isMain()) {
        last = sent.messages();
      }
    }
    return last.stream().filter(message -> !(message instanceof Message.System)).toList();
  }

  /**
   * The exchanges of a conversation, written as the difference from the last request.
   *
   * @param sent the messages of the last request
   */
  private static JsonType<List<List<Message>>> exchanges(List<Message> sent) {
    return JsonType.object(
        json -> {
          int kept = json.integer("keptMessages", each -> shared(sent, flat(each)));
          requireKept(kept, sent);
          List<Message> messages = new ArrayList<>(sent.subList(0, kept));
          messages.addAll(
              json.list("messages", each -> flat(each).subList(kept, flat(each).size()), MESSAGE));
          List<Integer> sizes =
              json.list("sizes", each -> each.stream().map(List::size).toList(), JsonType.INT);
          return split(messages, sizes);
        });
  }

  private static List<Message> flat(List<List<Message>> exchanges) {
    return exchanges.stream().flatMap(List::stream).toList();
  }

  private static List<List<Message>> split(List<Message> messages, List<Integer> sizes) {
    List<List<Message>> exchanges = new ArrayList<>();
    int start = 0;
    for (int size : sizes) {
      if (size < 0 || size > messages.size() - start) {
        throw new IllegalArgumentException("sizes do not match the messages of the exchanges");
      }
      exchanges.add(messages.subList(start, start + size));
      start += size;
    }
    return exchanges;
  }

  private record Answered(ParsedAnswer answer, List<UnseenTerm> unseenTerms) {}

  private static @Nullable Answered answered(Trajectory trajectory) {
    return trajectory.answer().map(text -> answered(text, trajectory)).orElse(null);
  }

  private static Answered answered(String text, Trajectory trajectory) {
    String shortAnswer = trajectory.shortAnswer().orElseThrow();
    return new Answered(
        new ParsedAnswer(text, shortAnswer, trajectory.citations()), trajectory.unseenTerms());
  }

  private static Answered answer(JsonFields<Answered> json) {
    ParsedAnswer answer =
        new ParsedAnswer(
            json.text("text", each -> each.answer.text()),
            json.text("shortAnswer", each -> each.answer.shortAnswer()),
            json.list("citations", each -> each.answer.citations(), CITATION));
    json.derived("unseenTerms", each -> JSON.valueToTree(each.unseenTerms));
    return new Answered(answer, List.of());
  }

  private static Citation citation(JsonFields<Citation> json) {
    return new Citation(
        0,
        json.field("chunk", Citation::chunk, CHUNK_ID),
        json.text("quote", Citation::quote),
        json.field("verdict", Citation::verdict, JsonType.constant(Verdict.class)),
        json.nullable("location", Citation::location, LOCATION),
        json.integer("start", Citation::start),
        json.integer("end", Citation::end),
        json.optionalText("claim", Citation::claim),
        json.optional("differences", Citation::differences, JsonType.list(DIFFERENCE), List.of()),
        json.unlessEqual(-1, "section", Citation::section, JsonType.INT),
        json.unlessEqual(List.of(), "markers", Citation::markers, JsonType.list(SPAN)));
  }

  private static Span span(JsonFields<Span> json) {
    return new Span(json.integer("start", Span::start), json.integer("end", Span::end));
  }

  private static Citation.Difference difference(JsonFields<Citation.Difference> json) {
    return new Citation.Difference(
        json.text("quoted", Citation.Difference::quoted),
        json.text("shown", Citation.Difference::shown));
  }

  private static ObjectNode usage(Usage usage) {
    return JSON.createObjectNode()
        .put("turns", usage.turns())
        .put("modelCalls", usage.modelCalls())
        .put("toolCalls", usage.toolCalls())
        .put("retrievedTokens", usage.retrievedTokens())
        .put("inputTokens", usage.inputTokens())
        .put("cachedInputTokens", usage.cachedInputTokens())
        .put("outputTokens", usage.outputTokens());
  }

  private Step modelCall(JsonFields<Step.ModelCall> json, int turn) {
    return new Step.ModelCall(
        turn,
        json.text("role", Step.Sent::role),
        request(json),
        json.list("tools", Step.ModelCall::tools, TEXT),
        json.flag("closing", Step.ModelCall::isClosing),
        json.longInteger("requestTokens", Step.ModelCall::requestTokens),
        json.unlessEqual(0, "group", Step.ModelCall::group, JsonType.INT),
        json.field("reply", Step.ModelCall::reply, REPLY),
        Duration.ZERO);
  }

  private Step modelFailure(JsonFields<Step.ModelFailure> json, int turn) {
    return new Step.ModelFailure(
        turn,
        json.text("role", Step.Sent::role),
        request(json),
        json.text("error", Step.ModelFailure::error),
        json.optional("kind", Step.ModelFailure::kind, FAILURE_KIND, ModelException.Kind.OTHER),
        json.optionalText("errorType", Step.ModelFailure::errorType),
        json.unlessEqual(0, "group", Step.ModelFailure::group, JsonType.INT),
        Duration.ZERO);
  }

  private <S extends Step.Sent> List<Message> request(JsonFields<S> json) {
    int kept = json.integer("keptMessages", sent -> shared(lastRequest, sent.messages()));
    requireKept(kept, lastRequest);
    List<Message> messages = new ArrayList<>(lastRequest.subList(0, kept));
    messages.addAll(
        json.list(
            "messages", sent -> sent.messages().subList(kept, sent.messages().size()), MESSAGE));
    lastRequest = messages;
    return messages;
  }

  private static void requireKept(int kept, List<Message> previous) {
    if (kept < 0 || kept > previous.size()) {
      throw new IllegalArgumentException(
          "keptMessages is "
              + kept
              + ", but the previous request has "
              + previous.size()
              + " messages");
    }
  }

  /** Returns the number of messages that two requests share at their beginning. */
  private static int shared(List<Message> one, List<Message> other) {
    int most = Math.min(one.size(), other.size());
    int shared = 0;
    while (shared < most && one.get(shared).equals(other.get(shared))) {
      shared++;
    }
    return shared;
  }

  private static Step toolUse(JsonFields<Step.ToolUse> json, int turn) {
    return new Step.ToolUse(
        turn,
        json.field("call", Step.ToolUse::call, TOOL_CALL),
        json.field("observation", Step.ToolUse::observation, OBSERVATION),
        json.unlessEqual("", "error", Step.ToolUse::error, JsonType.ANY_TEXT),
        json.unlessEqual("", "errorType", Step.ToolUse::errorType, JsonType.ANY_TEXT),
        Duration.ZERO);
  }

  private static Step retry(JsonFields<Step.Retry> json, int turn) {
    return new Step.Retry(
        turn,
        json.text("role", Step.Retry::role),
        json.text("error", Step.Retry::error),
        json.optionalText("errorType", Step.Retry::errorType),
        json.nanos("pauseNanos", Step.Retry::pause),
        Duration.ZERO);
  }

  private static Step correction(JsonFields<Step.Correction> json, int turn) {
    return new Step.Correction(
        turn,
        json.field("kind", Step.Correction::kind, JsonType.constant(Step.CorrectionKind.class)),
        json.text("text", Step.Correction::text),
        Duration.ZERO);
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
    ChunkId chunk = json.field("chunk", Snippet::chunk, CHUNK_ID);
    int section = json.unlessEqual(0, "section", each -> each.section().number(), JsonType.INT);
    return new Snippet(
        new SectionId(chunk, section),
        json.unlessEqual(1, "sections", Snippet::sections, JsonType.INT),
        json.field("location", Snippet::location, LOCATION),
        json.text("text", Snippet::text),
        json.integer("offset", Snippet::offset),
        json.integer("tokens", Snippet::tokens),
        json.flag("wholeChunk", Snippet::isWholeSection));
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

  /**
   * Writes only strings, numbers, and booleans. A client library may add other attributes, but they
   * have no JSON form.
   */
  private static JsonNode writeAttributes(Map<String, Object> attributes) {
    Map<String, Object> values = new TreeMap<>(attributes);
    values.values().removeIf(each -> !isScalar(each));
    return JSON.valueToTree(values);
  }

  private static boolean isScalar(Object value) {
    return value instanceof String || value instanceof Number || value instanceof Boolean;
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
