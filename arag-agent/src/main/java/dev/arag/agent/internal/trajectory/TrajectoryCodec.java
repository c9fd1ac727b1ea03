package dev.arag.agent.internal.trajectory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.internal.citation.OutcomeReader;
import dev.arag.agent.model.Message;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.Usage;
import dev.arag.core.error.AragException;
import dev.arag.core.internal.hash.Sha256;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes version 1 of the JSON form of a trajectory, which docs/trajectory.md describes.
 * Fields may be added but never renamed. Unknown fields are ignored. Use one codec per file. {@link
 * TrajectoryJson} names the fields.
 *
 * <p>To keep the file size linear in the length of the run, a request is written without the
 * messages at its start that it shares with the previous request. {@code keptMessages} is the
 * number of these messages; {@code messages} contains the messages that follow. The exchanges of
 * the conversation are written in the same way, relative to the last request. If a request shares
 * more with the previous request to the main model, or the exchanges with the previous exchanges,
 * {@code keptFrom} says so.
 */
final class TrajectoryCodec {
  static final String FORMAT = "arag-trajectory";
  static final int VERSION = 1;

  private static final int LINK_BYTES = 8;

  private static final ObjectMapper JSON = TrajectoryJson.MAPPER;

  private static final String FROM_MAIN = "main";
  private static final String FROM_EXCHANGES = "exchanges";

  /** The messages of the previous request in the file; empty before the first request. */
  private List<Message> lastRequest = List.of();

  /** The messages of the previous request to the main model. */
  private List<Message> lastOfMain = List.of();

  /** The messages of the previous exchanges. */
  private List<Message> lastExchanges = List.of();

  ObjectNode write(RunRecord trajectory) {
    List<ObjectNode> earlier =
        trajectory.earlier().stream().map(each -> write(each, null, List.of())).toList();
    return withFormat(write(trajectory, null, earlier));
  }

  /** Writes a trajectory without the earlier questions, as {@link #readNext} reads it. */
  ObjectNode writeIncrement(RunRecord trajectory) {
    for (RunRecord each : trajectory.earlier()) {
      each.steps().forEach(step -> remember(step));
      remember(each.exchanges());
    }
    return withFormat(write(trajectory, follows(trajectory.earlier()), List.of()));
  }

  private static ObjectNode withFormat(ObjectNode question) {
    ObjectNode json = JSON.createObjectNode().put("format", FORMAT).put("version", VERSION);
    return json.setAll(question);
  }

  private void remember(Step step) {
    if (step instanceof Step.Sent sent) {
      lastRequest = sent.messages();
      lastOfMain = sent.isMain() ? lastRequest : lastOfMain;
    }
  }

  private void remember(List<List<Message>> exchanges) {
    if (!exchanges.isEmpty()) {
      lastExchanges = exchanges.stream().flatMap(List::stream).toList();
    }
  }

  /** The seed differs between all runs; trajectories without a seed are told apart by question. */
  private static TrajectoryJson.@Nullable Follows follows(List<RunRecord> earlier) {
    if (earlier.isEmpty()) {
      return null;
    }
    RunRecord last = earlier.get(earlier.size() - 1);
    byte[] hash = Sha256.of(Long.toHexString(last.seed()) + ' ' + last.question());
    return new TrajectoryJson.Follows(
        earlier.size(), HexFormat.of().formatHex(hash, 0, LINK_BYTES));
  }

  private ObjectNode write(
      RunRecord trajectory, TrajectoryJson.@Nullable Follows follows, List<ObjectNode> earlier) {
    return tree(
        new TrajectoryJson.Question(
            follows,
            earlier,
            trajectory.question(),
            trajectory.fields(),
            trajectory.stopReason(),
            trajectory.elapsed(),
            Long.toHexString(trajectory.seed()),
            answer(trajectory),
            tree(Usage.of(trajectory.steps(), trajectory.elapsed())),
            trajectory.steps().stream().map(this::write).toList(),
            exchanges(trajectory),
            trajectory.warnings()));
  }

  private static TrajectoryJson.@Nullable Answer answer(RunRecord trajectory) {
    ParsedAnswer answer = trajectory.answer();
    return answer == null
        ? null
        : new TrajectoryJson.Answer(
            answer.text(),
            answer.shortAnswer(),
            answer.outcome(),
            answer.outcomeNote(),
            answer.citations(),
            JSON.valueToTree(trajectory.unseenTerms(answer.text())),
            trajectory.claims());
  }

  private TrajectoryJson.@Nullable Exchanges exchanges(RunRecord trajectory) {
    if (trajectory.exchanges().isEmpty()) {
      return null;
    }
    List<Message> messages = trajectory.exchanges().stream().flatMap(List::stream).toList();
    int ofRequest = shared(lastSentByMain(trajectory.steps()), messages);
    int ofExchanges = shared(lastExchanges, messages);
    int kept = Math.max(ofRequest, ofExchanges);
    remember(trajectory.exchanges());
    return new TrajectoryJson.Exchanges(
        kept > ofRequest ? FROM_EXCHANGES : "",
        kept,
        messages.subList(kept, messages.size()),
        trajectory.exchanges().stream().map(List::size).toList());
  }

  private ObjectNode write(Step step) {
    if (!(step instanceof Step.Sent sent)) {
      return tree(step);
    }
    List<Message> messages = sent.messages();
    int ofLast = shared(lastRequest, messages);
    int kept = Math.max(ofLast, shared(lastOfMain, messages));
    remember(step);
    ObjectNode json = JSON.createObjectNode();
    tree(sent.withMessages(messages.subList(kept, messages.size())))
        .properties()
        .forEach(
            field -> {
              if (field.getKey().equals("messages")) {
                json.put("keptMessages", kept);
                if (kept > ofLast) {
                  json.put("keptFrom", FROM_MAIN);
                }
              }
              json.set(field.getKey(), field.getValue());
            });
    return json;
  }

  private static ObjectNode tree(Object value) {
    return JSON.valueToTree(value);
  }

  /**
   * Reads a trajectory or an increment.
   *
   * @param before the questions before it, which this codec has read
   * @throws IllegalArgumentException if a field is missing or invalid
   * @throws AragException if the increment does not follow these questions
   */
  RunRecord readNext(JsonNode json, List<RunRecord> before) {
    TrajectoryJson.Question last = value(json, TrajectoryJson.Question.class);
    TrajectoryJson.Follows expected = follows(before);
    if (!Objects.equals(last.follows(), expected)) {
      throw misplaced(last, before);
    }
    List<RunRecord> earlier = new ArrayList<>(before);
    for (ObjectNode each : last.earlier()) {
      earlier.add(read(value(each, TrajectoryJson.Question.class), earlier));
    }
    return read(last, earlier);
  }

  private static AragException misplaced(TrajectoryJson.Question json, List<RunRecord> before) {
    TrajectoryJson.Follows follows = json.follows();
    String place = follows == null ? "the first" : "number " + (follows.questions() + 1);
    return new AragException(
        ("The question '%s' is %s of its conversation and does not follow the %d questions before"
                + " it. Pass all increments of one conversation, in order, to"
                + " Trajectory.parseIncrements.")
            .formatted(json.question(), place, before.size()));
  }

  private RunRecord read(TrajectoryJson.Question json, List<RunRecord> earlier) {
    List<Step> steps = json.steps().stream().map(this::step).toList();
    return new RunRecord(
        json.question(),
        steps,
        json.stopReason(),
        json.elapsedNanos(),
        json.seed().isEmpty() ? 0 : Long.parseUnsignedLong(json.seed(), 16),
        json.fields(),
        earlier,
        answer(json.answer()),
        exchanges(json.exchanges(), steps),
        json.warnings(),
        json.answer() == null ? List.of() : json.answer().claims());
  }

  /** Reads an answer. An earlier version wrote no outcome, and only NOT FOUND was one. */
  private static @Nullable ParsedAnswer answer(TrajectoryJson.@Nullable Answer json) {
    if (json == null) {
      return null;
    }
    Outcome outcome = json.outcome();
    if (outcome == null) {
      outcome = OutcomeReader.isNotFound(json.text()) ? Outcome.NOT_FOUND : Outcome.ANSWERED;
    }
    return new ParsedAnswer(
        json.text(), json.shortAnswer(), json.citations(), outcome, json.outcomeNote());
  }

  private Step step(ObjectNode json) {
    Step step = value(json, Step.class);
    if (!(step instanceof Step.Sent sent)) {
      return step;
    }
    List<Message> base =
        json.path("keptFrom").asText().equals(FROM_MAIN) ? lastOfMain : lastRequest;
    Step.Sent whole =
        sent.withMessages(
            joined(base, value(json.required("keptMessages"), int.class), sent.messages()));
    remember(whole);
    return whole;
  }

  private List<List<Message>> exchanges(TrajectoryJson.@Nullable Exchanges json, List<Step> steps) {
    if (json == null) {
      return List.of();
    }
    List<Message> base =
        json.keptFrom().equals(FROM_EXCHANGES) ? lastExchanges : lastSentByMain(steps);
    List<Message> messages = joined(base, json.keptMessages(), json.messages());
    List<List<Message>> exchanges = new ArrayList<>();
    int start = 0;
    for (int size : json.sizes()) {
      if (size < 0 || size > messages.size() - start) {
        throw new IllegalArgumentException("sizes do not match the messages of the exchanges");
      }
      exchanges.add(messages.subList(start, start + size));
      start += size;
    }
    remember(exchanges);
    return exchanges;
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

  private static List<Message> joined(List<Message> previous, int kept, List<Message> added) {
    if (kept < 0 || kept > previous.size()) {
      throw new IllegalArgumentException(
          "keptMessages is "
              + kept
              + ", but the previous request has "
              + previous.size()
              + " messages");
    }
    return Stream.concat(previous.subList(0, kept).stream(), added.stream()).toList();
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

  private static <T> T value(JsonNode json, Class<T> type) {
    try {
      return JSON.treeToValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }
}
