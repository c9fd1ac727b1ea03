package dev.arag.agent.internal.openai;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one server does not take in a request, learnt from its own words and then left out of all
 * further requests. Safe for use by several threads.
 */
final class ParameterCompatibility {
  private static final Logger LOG = LoggerFactory.getLogger(ParameterCompatibility.class);

  /** A run does without any of these. {@code tool_choice} is not one: the closing call needs it. */
  private static final List<String> OPTIONAL =
      List.of(
          "parallel_tool_calls",
          "temperature",
          "top_p",
          "reasoning_effort",
          "max_completion_tokens",
          "max_tokens",
          "stream_options",
          "frequency_penalty",
          "presence_penalty",
          "seed",
          "store",
          "user");

  private static final List<String> REFUSALS =
      List.of(
          "unsupported",
          "not support",
          "unrecognized",
          "unrecognised",
          "unknown",
          "unexpected",
          "not permitted",
          "not allowed",
          "extra",
          "invalid",
          "deprecated",
          "only be used",
          "does not exist");

  private static final String REASONING = "reasoning_content";
  private static final String REASONING_NEEDED = "reasoning_content is needed";
  private static final List<String> DEMANDS =
      List.of("missing", "must be passed", "must be provided", "is required", "must include");

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Set<String> learnt = ConcurrentHashMap.newKeySet();
  private final String endpoint;

  /**
   * @param endpoint whose requests these are, for the log
   */
  ParameterCompatibility(String endpoint) {
    this.endpoint = endpoint;
  }

  /** The request as the server takes it. */
  String shape(String body) {
    if (learnt.isEmpty()) {
      return body;
    }
    try {
      if (!(JSON.readTree(body) instanceof ObjectNode request)) {
        return body;
      }
      renameTokenLimit(request);
      learnt.forEach(request::remove);
      request.path("messages").forEach(this::shapeReasoning);
      return JSON.writeValueAsString(request);
    } catch (JsonProcessingException e) {
      return body;
    }
  }

  /** What of a request is left out, as it was refused. */
  Set<String> leftOut(String body) {
    Set<String> names = new TreeSet<>(learnt);
    names.removeIf(name -> name.equals(REASONING_NEEDED) || !isIn(body, name));
    return names;
  }

  private static boolean isIn(String body, String name) {
    return name.equals(REASONING) ? body.contains('"' + REASONING + '"') : sends(body, name);
  }

  /** The same request, for a reply that comes piece by piece, with its count of tokens. */
  static String streamed(String body) {
    try {
      if (!(JSON.readTree(body) instanceof ObjectNode request)) {
        return body;
      }
      request.put("stream", true);
      request.putObject("stream_options").put("include_usage", true);
      return JSON.writeValueAsString(request);
    } catch (JsonProcessingException e) {
      return body;
    }
  }

  private void renameTokenLimit(ObjectNode request) {
    if (learnt.contains("max_tokens") && !learnt.contains("max_completion_tokens")) {
      JsonNode limit = request.remove("max_tokens");
      if (limit != null) {
        request.set("max_completion_tokens", limit);
      }
    }
  }

  private void shapeReasoning(JsonNode message) {
    if (message instanceof ObjectNode node && "assistant".equals(node.path("role").asText())) {
      if (learnt.contains(REASONING_NEEDED) && !node.has(REASONING)) {
        node.put(REASONING, "");
      } else if (learnt.contains(REASONING)) {
        node.remove(REASONING);
      }
    }
  }

  /**
   * Whether this refusal tells of something that can be left out, and was sent: then the request
   * may be sent again, in its new shape.
   */
  boolean learn(String sent, int status, String said) {
    if (status != 400 && status != 422) {
      return false;
    }
    String words = said.toLowerCase(Locale.ROOT);
    if (words.contains(REASONING)) {
      return learnReasoning(sent, words);
    }
    boolean isRefusal = REFUSALS.stream().anyMatch(words::contains);
    return isRefusal
        && OPTIONAL.stream()
            .filter(name -> names(words, name) && sends(sent, name))
            .findFirst()
            .map(this::leaveOut)
            .orElse(false);
  }

  /** Also where another thread has just learnt it: this request was sent with it. */
  private boolean leaveOut(String name) {
    if (learnt.add(name)) {
      LOG.info("{} does not take {}: it is left out from now on.", endpoint, name);
    }
    return true;
  }

  private boolean learnReasoning(String sent, String words) {
    boolean isDemanded = DEMANDS.stream().anyMatch(words::contains);
    boolean isSent = sent.contains('"' + REASONING + '"');
    if (isDemanded) {
      return learnt.add(REASONING_NEEDED) || !isSent;
    }
    return isSent && leaveOut(REASONING);
  }

  /** The name by itself: {@code user} also stands in "user messages". */
  private static boolean names(String words, String name) {
    return name.contains("_")
        ? words.contains(name)
        : List.of("'", "\"", "`").stream().anyMatch(mark -> words.contains(mark + name + mark));
  }

  private static boolean sends(String body, String name) {
    try {
      return Objects.requireNonNull(JSON.readTree(body)).has(name);
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
