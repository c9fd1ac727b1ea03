package dev.arag.tools;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * A call as the model made it.
 *
 * @param id pairs the call with its observation; may be empty
 * @param name of the tool
 * @param arguments a JSON object as text, exactly as the model wrote it
 */
public record ToolCall(String id, String name, String arguments) {
  /** Whether the arguments end before their JSON does, as where a reply was cut. */
  public boolean isCut() {
    return ArgumentJson.isCut(arguments);
  }

  /**
   * The arguments as a JSON object that any server takes back: as written where they are one, else
   * as {@link Toolbox} reads them, else {@code {}}.
   */
  public String validArguments() {
    try {
      ObjectNode read = ArgumentJson.read(arguments);
      return ArgumentJson.isObject(arguments) ? arguments : read.toString();
    } catch (ArgumentException e) {
      return "{}";
    }
  }

  /**
   * A call made by code, without an id.
   *
   * @param arguments strings, numbers, booleans, lists and maps of these
   * @throws IllegalArgumentException if the arguments hold something JSON cannot
   */
  public static ToolCall of(String name, Map<String, ?> arguments) {
    try {
      return new ToolCall("", name, new ObjectMapper().writeValueAsString(arguments));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "The arguments of " + name + " are no JSON: " + arguments, e);
    }
  }
}
