package dev.arag.openai.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.internal.server.ServerRule;
import dev.arag.agent.internal.server.ServerRule.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adapts requests to one server. Parameters that the server rejected are omitted from all further
 * requests. Thread-safe.
 */
final class ParameterCompatibility {
  private static final Logger LOG = LoggerFactory.getLogger(ParameterCompatibility.class);

  /**
   * Parameters that can be omitted without harm to a run. {@code tool_choice} is not one of them,
   * because the closing call needs it.
   */
  private static final List<String> OPTIONAL = ServerRule.values(Kind.OPTIONAL_FIELD);

  private static final List<String> REJECTION_PHRASES = ServerRule.values(Kind.REJECTION_PHRASE);

  private static final String REASONING = "reasoning_content";
  private static final String REASONING_REQUIRED = "reasoning_content is required";
  private static final List<String> REQUIREMENT_PHRASES =
      ServerRule.values(Kind.REQUIREMENT_PHRASE);

  private final Set<String> learned = ConcurrentHashMap.newKeySet();
  private final String endpoint;

  /**
   * @param endpoint the name of the endpoint, for the log
   */
  ParameterCompatibility(String endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * Returns the request without the parameters that the server rejected. The same request if there
   * are none.
   */
  ObjectNode adapt(ObjectNode original) {
    if (learned.isEmpty()) {
      return original;
    }
    ObjectNode request = original.deepCopy();
    renameTokenLimit(request);
    learned.forEach(request::remove);
    request.path("messages").forEach(this::adaptReasoning);
    return request;
  }

  /**
   * Returns the names of parameters that are omitted from a request because the server rejected
   * them.
   */
  Set<String> omitted(ObjectNode request) {
    Set<String> names = new TreeSet<>(learned);
    names.removeIf(
        name ->
            name.equals(REASONING_REQUIRED)
                || !(name.equals(REASONING) ? sendsReasoning(request) : request.has(name)));
    return names;
  }

  private static boolean sendsReasoning(ObjectNode request) {
    return request.path("messages").findValue(REASONING) != null;
  }

  private void renameTokenLimit(ObjectNode request) {
    if (learned.contains("max_tokens") && !learned.contains("max_completion_tokens")) {
      JsonNode limit = request.remove("max_tokens");
      if (limit != null) {
        request.set("max_completion_tokens", limit);
      }
    }
  }

  private void adaptReasoning(JsonNode message) {
    if (message instanceof ObjectNode node && "assistant".equals(node.path("role").asText())) {
      if (learned.contains(REASONING_REQUIRED) && !node.has(REASONING)) {
        node.put(REASONING, "");
      } else if (learned.contains(REASONING)) {
        node.remove(REASONING);
      }
    }
  }

  /**
   * Remembers the optional parameter that an error response rejects, if any. Returns whether it is
   * worth adapting the request and sending it again.
   */
  boolean learn(ObjectNode sent, int status, String error) {
    if (status != 400 && status != 422) {
      return false;
    }
    String words = error.toLowerCase(Locale.ROOT);
    if (words.contains(REASONING)) {
      return learnReasoning(sent, words);
    }
    boolean isRejection = REJECTION_PHRASES.stream().anyMatch(words::contains);
    return isRejection
        && OPTIONAL.stream()
            .filter(name -> names(words, name) && sent.has(name))
            .findFirst()
            .map(this::omit)
            .orElse(false);
  }

  /**
   * Remembers a rejected parameter. Returns true even if another thread has just added the name,
   * because this request was still sent with the parameter.
   */
  private boolean omit(String name) {
    if (learned.add(name)) {
      LOG.info("{} does not support {}; omitting it from now on.", endpoint, name);
    }
    return true;
  }

  private boolean learnReasoning(ObjectNode sent, String words) {
    boolean isRequired = REQUIREMENT_PHRASES.stream().anyMatch(words::contains);
    boolean isSent = sendsReasoning(sent);
    if (isRequired) {
      return learned.add(REASONING_REQUIRED) || !isSent;
    }
    return isSent && omit(REASONING);
  }

  /**
   * Whether an error names a parameter. Single-word names must be quoted, because a word such as
   * {@code user} also occurs in "user messages".
   */
  private static boolean names(String words, String name) {
    return name.contains("_")
        ? words.contains(name)
        : List.of("'", "\"", "`").stream().anyMatch(mark -> words.contains(mark + name + mark));
  }
}
