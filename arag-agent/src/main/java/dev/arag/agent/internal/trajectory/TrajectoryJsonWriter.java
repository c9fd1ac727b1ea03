package dev.arag.agent.internal.trajectory;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.grounding.UnseenTerm;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.model.Tokens;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.agent.trajectory.Usage;
import dev.arag.core.text.Location;
import dev.arag.tools.Observation;
import dev.arag.tools.Snippet;
import dev.arag.tools.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The JSON form of a trajectory, version 1. Fields may be added, never renamed. A request is
 * written as {@code keptMessages}, how many messages of the request before it begins with, and the
 * {@code messages} that follow, so that the file grows with the run and not with its square. {@code
 * usage} and {@code unseenTerms} are for readers of the file; they follow from the rest. Described
 * in docs/trajectory.md.
 */
final class TrajectoryJsonWriter {
  static final String FORMAT = "arag-trajectory";
  static final int VERSION = 1;

  private static final ObjectMapper JSON = new ObjectMapper();

  private List<Message> lastRequest = List.of();

  ObjectNode write(Trajectory trajectory) {
    ObjectNode json = JSON.createObjectNode();
    json.put("format", FORMAT);
    json.put("version", VERSION);
    if (!trajectory.earlier().isEmpty()) {
      ArrayNode earlier = json.putArray("earlier");
      trajectory.earlier().forEach(each -> writeQuestion(earlier.addObject(), each));
    }
    return writeQuestion(json, trajectory);
  }

  private ObjectNode writeQuestion(ObjectNode json, Trajectory trajectory) {
    json.put("question", trajectory.question());
    if (!trajectory.fields().isEmpty()) {
      json.put("fields", trajectory.fields());
    }
    json.put("stopReason", trajectory.stopReason().name());
    json.put("elapsedNanos", trajectory.usage().elapsed().toNanos());
    json.put("seed", Long.toHexString(trajectory.seed()));
    writeAnswer(json, trajectory);
    json.set("usage", usage(trajectory.usage()));
    ArrayNode steps = json.putArray("steps");
    trajectory.steps().forEach(step -> steps.add(step(step)));
    return json;
  }

  private static void writeAnswer(ObjectNode json, Trajectory trajectory) {
    if (trajectory.answer().isEmpty()) {
      json.putNull("answer");
      return;
    }
    ObjectNode answer = json.putObject("answer");
    answer.put("text", trajectory.answer().orElseThrow());
    answer.put("shortAnswer", trajectory.shortAnswer().orElseThrow());
    ArrayNode citations = answer.putArray("citations");
    trajectory.citations().forEach(citation -> citations.add(citation(citation)));
    ArrayNode unseen = answer.putArray("unseenTerms");
    trajectory.unseenTerms().forEach(term -> unseen.add(unseenTerm(term)));
  }

  private static ObjectNode citation(Citation citation) {
    ObjectNode json = JSON.createObjectNode();
    json.put("chunk", citation.chunk().value());
    json.put("quote", citation.quote());
    json.put("verdict", citation.verdict().name());
    Location location = citation.location();
    json.set("location", location == null ? JSON.nullNode() : location(location));
    json.put("start", citation.start());
    json.put("end", citation.end());
    json.put("claim", citation.claim());
    ArrayNode differences = json.putArray("differences");
    citation
        .differences()
        .forEach(
            each ->
                differences.addObject().put("quoted", each.quoted()).put("shown", each.shown()));
    return json;
  }

  private static ObjectNode unseenTerm(UnseenTerm term) {
    return JSON.createObjectNode()
        .put("text", term.text())
        .put("kind", term.kind().name())
        .put("start", term.start())
        .put("end", term.end());
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

  private ObjectNode step(Step step) {
    ObjectNode json = JSON.createObjectNode();
    json.put("type", StepType.of(step).jsonName());
    json.put("turn", step.turn());
    json.put("elapsedNanos", step.elapsed().toNanos());
    if (step instanceof Step.Sent sent) {
      json.put("role", sent.role());
      writeRequest(json, sent.messages());
    }
    if (step instanceof Step.ModelCall call) {
      writeCall(json, call);
    } else if (step instanceof Step.ModelFailure failure) {
      json.put("error", failure.error());
      json.put("kind", failure.kind().name());
      json.put("errorType", failure.errorType());
    } else if (step instanceof Step.ToolUse use) {
      json.set("call", call(use.call()));
      json.set("observation", observation(use.observation()));
    } else if (step instanceof Step.Nudge nudge) {
      json.put("kind", nudge.kind().name());
      json.put("text", nudge.text());
    } else if (step instanceof Step.Retry retry) {
      json.put("role", retry.role());
      json.put("error", retry.error());
      json.put("errorType", retry.errorType());
      json.put("pauseNanos", retry.pause().toNanos());
    }
    return json;
  }

  private void writeRequest(ObjectNode json, List<Message> messages) {
    int kept = 0;
    int most = Math.min(messages.size(), lastRequest.size());
    while (kept < most && messages.get(kept).equals(lastRequest.get(kept))) {
      kept++;
    }
    lastRequest = messages;
    json.put("keptMessages", kept);
    ArrayNode added = json.putArray("messages");
    messages.subList(kept, messages.size()).forEach(message -> added.add(message(message)));
  }

  private static void writeCall(ObjectNode json, Step.ModelCall call) {
    ArrayNode tools = json.putArray("tools");
    call.tools().forEach(tools::add);
    json.put("closing", call.isClosing());
    json.put("requestTokens", call.requestTokens());
    json.set("reply", reply(call.reply()));
  }

  private static ObjectNode reply(Reply reply) {
    ObjectNode json = JSON.createObjectNode();
    json.set("message", message(reply.message()));
    json.put("finish", reply.finish().name());
    Tokens tokens = reply.tokens();
    json.set("tokens", tokens == null ? JSON.nullNode() : tokens(tokens));
    json.put("model", reply.model());
    writeForm(json, reply.form());
    return json;
  }

  private static void writeForm(ObjectNode json, Reply.Form form) {
    json.put("finishWord", form.finishWord());
    ArrayNode leftOut = json.putArray("leftOut");
    form.leftOut().forEach(leftOut::add);
    json.put("closingForm", form.closing());
  }

  private static ObjectNode tokens(Tokens tokens) {
    return JSON.createObjectNode()
        .put("input", tokens.input())
        .put("cachedInput", tokens.cachedInput())
        .put("output", tokens.output())
        .put("estimated", tokens.isEstimated());
  }

  private static ObjectNode message(Message message) {
    ObjectNode json = JSON.createObjectNode();
    json.put("role", MessageRole.of(message).jsonName());
    json.put("text", message.text());
    if (message instanceof Message.Assistant assistant) {
      json.put("thinking", assistant.thinking());
      ArrayNode calls = json.putArray("calls");
      assistant.calls().forEach(call -> calls.add(call(call)));
      json.set("attributes", attributes(assistant.attributes()));
    } else if (message instanceof Message.ToolResult result) {
      json.put("callId", result.callId());
      json.put("tool", result.tool());
      json.put("error", result.isError());
    }
    return json;
  }

  /**
   * Only what a file can hold: servers put texts and numbers there, libraries now and then more.
   */
  private static ObjectNode attributes(Map<String, Object> attributes) {
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

  private static ObjectNode call(ToolCall call) {
    return JSON.createObjectNode()
        .put("id", call.id())
        .put("name", call.name())
        .put("arguments", call.arguments());
  }

  private static ObjectNode observation(Observation observation) {
    ObjectNode json = JSON.createObjectNode();
    json.put("rejected", observation instanceof Observation.Rejected);
    json.put("text", observation.text());
    ArrayNode shown = json.putArray("shown");
    observation.shown().forEach(snippet -> shown.add(snippet(snippet)));
    return json;
  }

  private static ObjectNode snippet(Snippet snippet) {
    ObjectNode json = JSON.createObjectNode();
    json.put("chunk", snippet.chunk().value());
    json.set("location", location(snippet.location()));
    json.put("text", snippet.text());
    json.put("offset", snippet.offset());
    json.put("tokens", snippet.tokens());
    json.put("wholeChunk", snippet.isWholeChunk());
    return json;
  }

  private static ObjectNode location(Location location) {
    ObjectNode json = JSON.createObjectNode();
    json.put("document", location.documentId());
    json.put("title", location.title());
    ArrayNode heading = json.putArray("heading");
    location.heading().forEach(heading::add);
    json.put("page", location.page().orElse(0));
    json.put("ordinal", location.ordinal());
    json.put("offset", location.offset());
    json.set("metadata", JSON.valueToTree(new TreeMap<>(location.metadata())));
    return json;
  }
}
