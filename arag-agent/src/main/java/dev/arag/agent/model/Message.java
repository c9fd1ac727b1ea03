package dev.arag.agent.model;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.util.List;
import java.util.Map;

/**
 * One message of a conversation with a model. The annotations describe the JSON form of a
 * trajectory.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "role")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Message.System.class, name = "system"),
  @JsonSubTypes.Type(value = Message.User.class, name = "user"),
  @JsonSubTypes.Type(value = Message.Assistant.class, name = "assistant"),
  @JsonSubTypes.Type(value = Message.ToolResult.class, name = "tool")
})
@JsonPropertyOrder("text")
public sealed interface Message {
  /** The text; empty for an assistant message that contains only tool calls. */
  String text();

  /** Instructions that precede the conversation. */
  // "System" is the name of this role in every model API. Callers write Message.System, so there is
  // no confusion with java.lang.System.
  @SuppressWarnings("JavaLangClash")
  record System(String text) implements Message {
    public System {
      requireNonNull(text, "text");
    }
  }

  /** A message from the user, or from the run on behalf of the user. */
  record User(String text) implements Message {
    public User {
      requireNonNull(text, "text");
    }
  }

  /**
   * A message from the model. The message is stored exactly as received, because some models
   * require that their reasoning is sent back with the results of the tool calls.
   *
   * @param text the text; empty if the model only called tools
   * @param thinking the reasoning that the server sent separately from the text; like the text, it
   *     may be empty
   * @param calls the tool calls in the order in which the model made them, each with a unique id
   * @param attributes other values that must be sent back to the server, such as signatures of the
   *     reasoning
   */
  record Assistant(
      String text, String thinking, List<ToolCall> calls, Map<String, Object> attributes)
      implements Message {
    public Assistant {
      requireNonNull(text, "text");
      requireNonNull(thinking, "thinking");
      calls = List.copyOf(requireNonNull(calls, "calls"));
      attributes = Map.copyOf(requireNonNull(attributes, "attributes"));
    }

    /** Creates a message that contains only text. */
    public static Assistant of(String text) {
      return new Assistant(text, "", List.of(), Map.of());
    }
  }

  /**
   * The result of a tool call.
   *
   * @param callId the id of the tool call that produced this result
   * @param tool the tool name as the model wrote it
   * @param text the text that the model reads
   * @param isError whether the call was rejected
   */
  record ToolResult(String callId, String tool, String text, @JsonProperty("error") boolean isError)
      implements Message {
    public ToolResult {
      requireNonNull(callId, "callId");
      requireNonNull(tool, "tool");
      requireNonNull(text, "text");
    }

    /** Creates the result of a tool call from its observation. */
    public static ToolResult of(ToolCall call, Observation observation) {
      requireNonNull(call, "call");
      requireNonNull(observation, "observation");
      return new ToolResult(
          call.id(), call.name(), observation.text(), observation instanceof Observation.Rejected);
    }
  }
}
