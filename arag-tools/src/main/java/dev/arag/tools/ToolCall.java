package dev.arag.tools;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.tools.internal.argument.ArgumentJsonParser;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import java.util.Map;

/**
 * A tool call as the model wrote it.
 *
 * @param id correlates the call with its observation; may be empty
 * @param name the name of the tool
 * @param arguments a JSON object as text, exactly as the model wrote it
 */
public record ToolCall(String id, String name, String arguments) {
  /** Whether the arguments end in the middle of their JSON, as in a truncated reply. */
  public boolean isTruncated() {
    return ArgumentJsonParser.isTruncated(arguments);
  }

  /**
   * The arguments as a JSON object that any server accepts: as written if they are a JSON object,
   * otherwise as {@link Toolbox} parses them, otherwise {@code {}}.
   */
  public String validArguments() {
    try {
      ObjectNode read = ArgumentJsonParser.parse(arguments);
      return ArgumentJsonParser.isObject(arguments) ? arguments : read.toString();
    } catch (InvalidArgumentException e) {
      return "{}";
    }
  }

  /**
   * Creates a call without an id.
   *
   * @param arguments strings, numbers, booleans, lists and maps of these
   * @throws IllegalArgumentException if the arguments contain a value that JSON cannot represent
   */
  public static ToolCall of(String name, Map<String, ?> arguments) {
    try {
      return new ToolCall("", name, new ObjectMapper().writeValueAsString(arguments));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "The arguments of " + name + " cannot be written as JSON: " + arguments, e);
    }
  }
}
