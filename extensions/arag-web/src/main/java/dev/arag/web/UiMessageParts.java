package dev.arag.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.Answer;
import dev.arag.agent.AnswerView;
import dev.arag.agent.AnswerView.CitationView;
import dev.arag.agent.AnswerView.SourceView;
import dev.arag.agent.NoAnswerException;
import dev.arag.agent.Run;
import dev.arag.agent.RunEvent;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.core.text.Location;
import dev.arag.tools.Observation;
import dev.arag.tools.Snippet;
import dev.arag.tools.ToolCall;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Turns the events of one run into the parts of a message, as lines of JSON. Not thread-safe. */
final class UiMessageParts {
  /** The pause between two drafts. Each draft contains the whole text. */
  private static final long DRAFT_NANOS = Duration.ofMillis(50).toNanos();

  private static final String FAILED = "The question could not be answered: an internal error.";
  private static final String TEXT_ID = "answer";

  private final UiMessageStream.Options options;
  private final List<String> parts = new ArrayList<>();
  private final Map<String, ToolCall> openCalls = new LinkedHashMap<>();
  private final StringBuilder draft = new StringBuilder();
  private String sentDraft = "";
  private long lastDraft = System.nanoTime() - DRAFT_NANOS;
  private int calls;
  private boolean isStepOpen;
  private boolean isStepUsed;

  UiMessageParts(UiMessageStream.Options options) {
    this.options = options;
    add("start", Map.of("messageId", "msg-" + UUID.randomUUID()));
  }

  /** Removes and returns the parts that were added. */
  List<String> take() {
    List<String> taken = List.copyOf(parts);
    parts.clear();
    return taken;
  }

  void add(RunEvent event) {
    if (event instanceof RunEvent.TurnStarted started) {
      startStep();
      add("data-turn", transientData(Map.of("turn", started.turn(), "role", started.role())));
    } else if (event instanceof RunEvent.ToolCalled called) {
      startCall(called.call());
    } else if (event instanceof RunEvent.StepCompleted completed) {
      isStepUsed = true;
      if (completed.step() instanceof Step.ToolUse use) {
        endCall(use);
      }
    } else if (event instanceof RunEvent.Retrying retry) {
      add("data-retry", transientData(retryData(retry)));
    } else {
      write(event);
    }
  }

  private static Map<String, Object> retryData(RunEvent.Retrying retry) {
    return Map.of("turn", retry.turn(), "pauseSeconds", retry.pause().toMillis() / 1000.0);
  }

  private void write(RunEvent event) {
    if (event instanceof RunEvent.AnswerText part) {
      draft.append(part.text());
      sendDraftIfDue();
    } else if (event instanceof RunEvent.AnswerCitation citation) {
      draft.append(NumberedText.marks(citation.sources()));
      sendDraftIfDue();
    } else if (event instanceof RunEvent.AnswerDiscarded) {
      clearDraft();
    }
  }

  /** Returns the time until the next draft must be sent; the largest value if there is none. */
  long nanosUntilDraft() {
    return hasNewDraft()
        ? Math.max(0, DRAFT_NANOS - (System.nanoTime() - lastDraft))
        : Long.MAX_VALUE;
  }

  void sendDraftIfDue() {
    if (nanosUntilDraft() <= 0) {
      sendDraft();
    }
  }

  private boolean hasNewDraft() {
    return !draft.toString().equals(sentDraft);
  }

  private void clearDraft() {
    draft.setLength(0);
    if (hasNewDraft()) {
      sendDraft();
    }
  }

  private void sendDraft() {
    sentDraft = draft.toString();
    lastDraft = System.nanoTime();
    isStepUsed = true;
    add("data-draft", Map.of("id", "draft", "data", Map.of("text", sentDraft)));
  }

  /** Starts a step. The requests of a group, which start together, are one step. */
  private void startStep() {
    if (isStepOpen && isStepUsed) {
      endStep();
    }
    if (!isStepOpen) {
      add("start-step", Map.of());
      isStepOpen = true;
      isStepUsed = false;
    }
  }

  private void endStep() {
    if (isStepOpen) {
      add("finish-step", Map.of());
      isStepOpen = false;
    }
  }

  /** Starts a step if none is open, for a strategy that sent no request before. */
  private void useStep() {
    if (!isStepOpen) {
      startStep();
    }
    isStepUsed = true;
  }

  private String startCall(ToolCall call) {
    useStep();
    calls++;
    // The ids of the model may be empty or equal.
    String id = "call-" + calls;
    openCalls.put(id, call);
    Map<String, Object> fields = toolFields(id);
    fields.put("toolName", call.name());
    fields.put("input", input(call));
    add("tool-input-available", fields);
    return id;
  }

  /** Returns the fields of a call that the page must not execute. */
  private static Map<String, Object> toolFields(String id) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("toolCallId", id);
    fields.put("dynamic", true);
    fields.put("providerExecuted", true);
    return fields;
  }

  private static Object input(ToolCall call) {
    try {
      JsonNode input = PartJson.read(call.validArguments());
      return hasForbiddenKey(input) ? call.arguments() : input;
    } catch (JsonProcessingException e) {
      return call.arguments();
    }
  }

  /** Whether an object has a key because of which the npm package rejects the whole stream. */
  private static boolean hasForbiddenKey(JsonNode node) {
    if (node.has("__proto__") || node.has("constructor")) {
      return true;
    }
    for (JsonNode each : node) {
      if (hasForbiddenKey(each)) {
        return true;
      }
    }
    return false;
  }

  private void endCall(Step.ToolUse use) {
    // A strategy may show text without a call.
    String id = openCall(use.call()).orElseGet(() -> startCall(use.call()));
    openCalls.remove(id);
    useStep();
    if (use.observation() instanceof Observation.Rejected || use.hasFailed()) {
      String reason = use.hasFailed() ? "The tool failed." : "The call was rejected.";
      failCall(id, options.hasToolTexts() ? use.observation().text() : reason);
    } else {
      Map<String, Object> fields = toolFields(id);
      fields.put("output", output(use.observation()));
      add("tool-output-available", fields);
    }
  }

  private Optional<String> openCall(ToolCall call) {
    return openCalls.entrySet().stream()
        .filter(open -> open.getValue().equals(call))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private void failCall(String id, String reason) {
    Map<String, Object> fields = toolFields(id);
    fields.put("errorText", reason);
    add("tool-output-error", fields);
  }

  private Map<String, Object> output(Observation observation) {
    List<String> chunks =
        observation.shown().stream().map(Snippet::chunk).distinct().map(Object::toString).toList();
    Map<String, Object> output = new LinkedHashMap<>();
    output.put("count", chunks.size());
    output.put("chunks", chunks);
    if (options.hasToolTexts()) {
      output.put("text", observation.text());
    }
    return output;
  }

  /** Adds the last parts. Waits for the end of the run. */
  void end(Run run) {
    openCalls.keySet().forEach(id -> failCall(id, "The run ended before the call."));
    try {
      answer(run.answer());
    } catch (NoAnswerException e) {
      clearDraft();
      fail(e);
    } catch (RuntimeException e) {
      // The message may contain paths. The caller of Run.answer() receives the exception.
      clearDraft();
      endStep();
      error(FAILED, Map.of());
    }
  }

  private void answer(Answer answer) {
    useStep();
    AnswerView view = answer.view();
    NumberedText text = NumberedText.of(answer);
    clearDraft();
    add("text-start", Map.of("id", TEXT_ID));
    add("text-delta", Map.of("id", TEXT_ID, "delta", text.toString()));
    add("text-end", Map.of("id", TEXT_ID));
    Map<Integer, String> links = addSources(answer, view);
    for (int i = 0; i < answer.citations().size(); i++) {
      addCitation(i + 1, answer.citations().get(i), view.citations().get(i), text, links);
    }
    endStep();
    Map<String, Object> metadata = metadata(view);
    metadata.put("warnings", view.warnings());
    metadata.put("unseenTerms", unseenTerms(view, text));
    add(
        "finish",
        Map.of("finishReason", finishReason(answer.stopReason()), "messageMetadata", metadata));
  }

  private Map<Integer, String> addSources(Answer answer, AnswerView view) {
    Map<Integer, Location> places = new HashMap<>();
    for (Citation citation : answer.citations()) {
      if (citation.location() != null) {
        places.putIfAbsent(citation.number(), citation.location());
      }
    }
    Map<Integer, String> links = new HashMap<>();
    for (SourceView source : view.sources()) {
      Location place = places.get(source.number());
      String link = place == null ? null : link(place);
      if (link != null) {
        links.put(source.number(), link);
      }
      addSource(source, link);
    }
    return links;
  }

  private @Nullable String link(Location place) {
    return options
        .link()
        .apply(place)
        .filter(UiMessageParts::isSafe)
        .map(URI::toString)
        .orElse(null);
  }

  private static boolean isSafe(URI link) {
    String scheme = link.getScheme();
    return scheme == null || scheme.toLowerCase(Locale.ROOT).matches("https?");
  }

  private void addSource(SourceView source, @Nullable String link) {
    String title = source.title() == null ? source.chunk() : source.title();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("sourceId", source.chunk());
    if (link == null) {
      fields.put("mediaType", "text/plain");
      if (source.document() != null) {
        fields.put("filename", source.document());
      }
    } else {
      fields.put("url", link);
    }
    fields.put("title", title);
    fields.put("providerMetadata", Map.of("arag", PartJson.toObject(source)));
    add(link == null ? "source-document" : "source-url", fields);
  }

  private void addCitation(
      int number,
      Citation citation,
      CitationView view,
      NumberedText text,
      Map<Integer, String> links) {
    ObjectNode data = PartJson.toObject(view);
    List<Span> marks = text.marksOf(citation);
    if (!marks.isEmpty()) {
      data.put("answerStart", marks.get(0).start());
      data.put("answerEnd", marks.get(0).end());
    }
    data.putPOJO("marks", marks);
    String link = links.get(citation.number());
    if (link != null) {
      data.put("url", link);
    }
    add("data-citation", Map.of("id", "citation-" + number, "data", data));
  }

  private static List<Map<String, Object>> unseenTerms(AnswerView view, NumberedText text) {
    return view.unseenTerms().stream()
        .map(
            term ->
                Map.<String, Object>of(
                    "text", term.text(),
                    "kind", term.kind(),
                    "start", text.indexOf(term.start()),
                    "end", text.indexOf(term.start()) + term.end() - term.start()))
        .toList();
  }

  private static Map<String, Object> metadata(AnswerView view) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("id", view.id());
    metadata.put("stopReason", view.stopReason());
    metadata.put("complete", view.complete());
    metadata.put("usage", view.usage());
    return metadata;
  }

  private void fail(NoAnswerException failure) {
    endStep();
    StopReason reason = failure.stopReason();
    if (reason == StopReason.CANCELLED) {
      add("message-metadata", Map.of("messageMetadata", metadata(failure.view())));
      add("abort", Map.of("reason", reason.description()));
    } else {
      // The message of the exception may quote the model's server.
      error((reason.description() + " " + reason.remedy()).strip(), metadata(failure.view()));
    }
  }

  /** Adds an error. {@code useChat} reads no further part, so the metadata is sent before. */
  private void error(String text, Map<String, Object> metadata) {
    add("message-metadata", Map.of("messageMetadata", metadata));
    add("error", Map.of("errorText", text));
    add("finish", Map.of("finishReason", "error"));
  }

  private static String finishReason(StopReason reason) {
    return switch (reason) {
      case ANSWERED, NOT_FOUND -> "stop";
      case TRUNCATED -> "length";
      case REFUSED -> "content-filter";
      default -> "other";
    };
  }

  private static Map<String, Object> transientData(Map<String, Object> data) {
    return Map.of("data", data, "transient", true);
  }

  private void add(String type, Map<String, ?> fields) {
    Map<String, Object> part = new LinkedHashMap<>();
    part.put("type", type);
    part.putAll(fields);
    parts.add(PartJson.write(part));
  }
}
