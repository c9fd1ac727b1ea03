package dev.arag.tools.call;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.tools.internal.argument.ArgumentJsonParser;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A tool call as the model wrote it. Immutable. The arguments are parsed once. */
public final class ToolCall {
  private final String id;
  private final String name;
  private final String arguments;

  /** The parsed arguments, or what is wrong with them; null if they were not parsed yet. */
  private volatile @Nullable Object parsed;

  private ToolCall(String id, String name, String arguments) {
    this.id = requireNonNull(id, "id");
    this.name = requireNonNull(name, "name");
    this.arguments = requireNonNull(arguments, "arguments");
  }

  /**
   * Creates a call as the model wrote it.
   *
   * @param id the id that connects the call with its observation; may be empty
   * @param name the name of the tool
   * @param arguments the arguments exactly as the model wrote them; usually a JSON object, but not
   *     checked here
   */
  public static ToolCall of(String id, String name, String arguments) {
    return new ToolCall(id, name, arguments);
  }

  /** The id that connects the call with its observation; may be empty. */
  public String id() {
    return id;
  }

  /** The name of the tool, as the model wrote it. */
  public String name() {
    return name;
  }

  /** The arguments exactly as the model wrote them. */
  public String arguments() {
    return arguments;
  }

  /**
   * Returns the parsed arguments.
   *
   * @throws IllegalArgumentException if the arguments are not a JSON object or are longer than 64
   *     Ki UTF-16 units; the message tells the model how to correct them
   */
  public ToolArguments parseArguments() {
    return new ToolArguments(object());
  }

  private ObjectNode object() {
    if (parsed == null) {
      try {
        parsed = ArgumentJsonParser.parse(arguments);
      } catch (InvalidArgumentException e) {
        parsed = e;
      }
    }
    if (parsed instanceof ObjectNode object) {
      return object;
    }
    throw (InvalidArgumentException) requireNonNull(parsed);
  }

  /**
   * Returns the arguments as a valid JSON object, because a model server may reject other text. If
   * the arguments are a JSON object, they are returned unchanged. If {@link #parseArguments()} can
   * read them, for example in a Markdown code block, the object that it read is returned.
   * Otherwise, returns {@code {}}.
   */
  public String validArguments() {
    try {
      ObjectNode read = object();
      return arguments.startsWith("{") ? arguments : read.toString();
    } catch (InvalidArgumentException e) {
      return "{}";
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ToolCall call
        && call.id.equals(id)
        && call.name.equals(name)
        && call.arguments.equals(arguments);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, name, arguments);
  }

  @Override
  public String toString() {
    return "ToolCall[id=" + id + ", name=" + name + ", arguments=" + arguments + "]";
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
