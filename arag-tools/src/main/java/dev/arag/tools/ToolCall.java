package dev.arag.tools;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/**
 * A call as the model made it.
 *
 * @param id pairs the call with its observation; may be empty
 * @param name of the tool
 * @param arguments a JSON object as text, exactly as the model wrote it
 */
public record ToolCall(String id, String name, String arguments) {
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
