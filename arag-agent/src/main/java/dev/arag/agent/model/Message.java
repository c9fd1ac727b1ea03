package dev.arag.agent.model;

import dev.arag.tools.Observation;
import dev.arag.tools.ToolCall;
import java.util.List;
import java.util.Map;

/** One message of a conversation with a model. */
public sealed interface Message {
  /** The text; empty for an assistant that only calls tools. */
  String text();

  /** Instructions that precede the conversation. */
  // The role's name in every model API; nested, so it always reads Message.System.
  @SuppressWarnings("JavaLangClash")
  record System(String text) implements Message {}

  /** A message of the user, or of the run on behalf of the user. */
  record User(String text) implements Message {}

  /**
   * A message of the model, kept as received: some models require their thinking to be sent back
   * with the results of the calls.
   *
   * @param text empty if it only called tools
   * @param thinking reasoning the server sent apart from the text; empty if none
   * @param calls in the order the model made them, each with a unique id
   * @param attributes other values the server requires back, such as signatures of the thinking
   */
  record Assistant(
      String text, String thinking, List<ToolCall> calls, Map<String, Object> attributes)
      implements Message {
    public Assistant {
      calls = List.copyOf(calls);
      attributes = Map.copyOf(attributes);
    }

    /** A plain text, without calls. */
    public static Assistant of(String text) {
      return new Assistant(text, "", List.of(), Map.of());
    }
  }

  /**
   * The result of a tool call.
   *
   * @param callId the id of the call it answers
   * @param tool the name the model called
   * @param isError whether the call was rejected and the model must correct it
   */
  record ToolResult(String callId, String tool, String text, boolean isError) implements Message {
    /** The result of a call. */
    public static ToolResult of(ToolCall call, Observation observation) {
      return new ToolResult(
          call.id(), call.name(), observation.text(), observation instanceof Observation.Rejected);
    }
  }
}
