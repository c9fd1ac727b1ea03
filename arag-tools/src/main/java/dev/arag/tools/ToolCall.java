package dev.arag.tools;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.tools.internal.argument.ArgumentJsonParser;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import java.util.Map;

/**
 * A tool call as the model wrote it.
 *
 * @param id the id that connects the call with its observation; may be empty
 * @param name the name of the tool
 * @param arguments the arguments exactly as the model wrote them; should be a JSON object
 */
public record ToolCall(String id, String name, String arguments) {
  /** The greatest length of arguments that a {@link Toolbox} accepts, in UTF-16 units. */
  public static final int MAX_ARGUMENTS = 64 * 1024;

  public ToolCall {
    requireNonNull(id, "id");
    requireNonNull(name, "name");
    requireNonNull(arguments, "arguments");
  }

  /**
   * Returns the arguments as a JSON object that any server accepts. If the arguments are a JSON
   * object, they are returned unchanged. Otherwise, the object that {@link Toolbox} parses from
   * them is returned, or {@code {}} if they cannot be parsed.
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
   * @param arguments the arguments by name: strings, numbers, booleans, and lists and maps of them
   * @throws IllegalArgumentException if the arguments contain a value that JSON cannot represent
   */
  public static ToolCall of(String name, Map<String, ?> arguments) {
    requireNonNull(name, "name");
    requireNonNull(arguments, "arguments");
    try {
      return new ToolCall("", name, new ObjectMapper().writeValueAsString(arguments));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "The arguments of " + name + " cannot be written as JSON: " + arguments, e);
    }
  }
}
