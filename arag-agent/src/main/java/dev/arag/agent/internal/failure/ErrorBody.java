package dev.arag.agent.internal.failure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Objects;

/** Extracts the error message from the body of an HTTP response as one printable line. */
final class ErrorBody {
  /** JSON pointers to the message, in order of preference. */
  private static final List<String> MESSAGE_POINTERS =
      List.of(
          "/error/message",
          "/error/metadata/raw",
          "/error",
          "/message",
          "/detail/0/msg",
          "/message/detail/0/msg",
          "/detail");

  private static final ObjectMapper JSON = new ObjectMapper();

  private ErrorBody() {}

  static String of(String body) {
    String text = body.strip();
    if (text.startsWith("<")) {
      return "a web page instead of an API response";
    }
    return oneLine(text.startsWith("{") ? message(text) : text);
  }

  private static String message(String json) {
    try {
      JsonNode root = Objects.requireNonNull(JSON.readTree(json));
      return MESSAGE_POINTERS.stream()
          .map(root::at)
          .filter(each -> each.isTextual() && !each.textValue().isBlank())
          .map(JsonNode::textValue)
          .findFirst()
          .orElse(json);
    } catch (JsonProcessingException e) {
      return json;
    }
  }

  /** Removes line breaks and control characters, which could forge log lines. */
  static String oneLine(String text) {
    return text.replaceAll("[\\s\\v\\p{Cc}]+", " ").strip();
  }
}
