package dev.arag.agent.internal.failure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Objects;

/** What a server says in the body of an error, as one line that can be shown. */
final class ErrorBody {
  /** Servers wrap what they have to say in one of these. */
  private static final List<String> PLACES =
      List.of(
          "/error/message",
          "/error/metadata/raw",
          "/error",
          "/message",
          "/detail/0/msg",
          "/message/detail/0/msg",
          "/detail/message",
          "/detail");

  private static final ObjectMapper JSON = new ObjectMapper();

  private ErrorBody() {}

  static String of(String body) {
    String text = body.strip();
    if (text.startsWith("<")) {
      return "a web page in place of an answer";
    }
    return oneLine(text.startsWith("{") ? message(text) : text);
  }

  private static String message(String json) {
    try {
      JsonNode root = Objects.requireNonNull(JSON.readTree(json));
      return PLACES.stream()
          .map(root::at)
          .filter(each -> each.isTextual() && !each.textValue().isBlank())
          .map(JsonNode::textValue)
          .findFirst()
          .orElse(json);
    } catch (JsonProcessingException e) {
      return json;
    }
  }

  /** Without line breaks and control characters, which could forge a line of a log. */
  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\\s\\u2028\\u2029]+", " ").strip();
  }
}
