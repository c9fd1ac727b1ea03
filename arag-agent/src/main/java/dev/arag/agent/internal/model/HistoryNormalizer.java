package dev.arag.agent.internal.model;

import dev.arag.agent.model.Message;
import dev.arag.core.internal.string.LoneSurrogates;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Normalizes a conversation to a form that every server accepts. Each tool call has exactly one
 * result. Results directly follow the message with the calls, in the order of the calls. Tool names
 * and arguments are well-formed, no message is empty, and no surrogate is unpaired. Normalization
 * is deterministic, so a request begins with exactly the bytes of the request before it and servers
 * can use their prompt cache.
 */
public final class HistoryNormalizer {
  private static final String NOT_RUN = "This call was not run.";
  private static final int MAX_NAME_LENGTH = 64;
  private static final int MAX_ARGUMENTS_LENGTH = 16_384;

  private final List<Message> valid = new ArrayList<>();
  private Map<String, Message.ToolResult> answers = Map.of();

  private HistoryNormalizer() {}

  /**
   * Normalizes a conversation. A tool call without a result gets a result that says that the call
   * was not run.
   *
   * @throws IllegalArgumentException if a result belongs to no tool call of the preceding message
   *     of the model
   */
  public static List<Message> of(List<Message> messages) {
    HistoryNormalizer history = new HistoryNormalizer();
    for (int i = 0; i < messages.size(); i++) {
      history.add(messages.get(i), messages.subList(i + 1, messages.size()));
    }
    return List.copyOf(history.valid);
  }

  private void add(Message message, List<Message> following) {
    if (message instanceof Message.Assistant assistant) {
      addAssistant(assistant, following);
    } else if (message instanceof Message.ToolResult result) {
      requireCall(result);
    } else {
      valid.add(
          message instanceof Message.System
              ? new Message.System(LoneSurrogates.replace(message.text()))
              : new Message.User(LoneSurrogates.replace(message.text())));
    }
  }

  private void addAssistant(Message.Assistant assistant, List<Message> following) {
    answers = answers(following);
    if (assistant.text().isBlank() && assistant.calls().isEmpty()) {
      return;
    }
    valid.add(
        new Message.Assistant(
            LoneSurrogates.replace(assistant.text()),
            LoneSurrogates.replace(assistant.thinking()),
            assistant.calls().stream().map(HistoryNormalizer::valid).toList(),
            assistant.attributes()));
    assistant.calls().forEach(call -> valid.add(answer(call)));
    answers.keySet().retainAll(assistant.calls().stream().map(ToolCall::id).toList());
  }

  /**
   * Returns the results before the next message of the model, keyed by call id. If several results
   * have the same id, the first is used.
   */
  private static Map<String, Message.ToolResult> answers(List<Message> following) {
    Map<String, Message.ToolResult> answers = new HashMap<>();
    for (Message message : following) {
      if (message instanceof Message.Assistant) {
        return answers;
      }
      if (message instanceof Message.ToolResult result) {
        answers.putIfAbsent(result.callId(), result);
      }
    }
    return answers;
  }

  private Message answer(ToolCall call) {
    Message.ToolResult result = answers.get(call.id());
    String text =
        result == null || result.text().isBlank() ? NOT_RUN : LoneSurrogates.replace(result.text());
    boolean isError = result == null || result.isError();
    return new Message.ToolResult(call.id(), name(call.name()), text, isError);
  }

  private void requireCall(Message.ToolResult result) {
    if (!answers.containsKey(result.callId())) {
      throw new IllegalArgumentException(
          "The result of "
              + result.tool()
              + " answers no call of the message before it: there is no call '"
              + result.callId()
              + "'. Put the model's message before the results of its calls.");
    }
  }

  private static ToolCall valid(ToolCall call) {
    String arguments = LoneSurrogates.replace(call.validArguments());
    return ToolCall.of(
        call.id(), name(call.name()), arguments.length() > MAX_ARGUMENTS_LENGTH ? "{}" : arguments);
  }

  /**
   * Returns a valid tool name. Servers reject a history in which a tool name contains other
   * characters.
   */
  private static String name(String written) {
    String bare = written.strip();
    String cut = bare.substring(0, Math.min(MAX_NAME_LENGTH, bare.length()));
    String name = cut.replaceAll("[^A-Za-z0-9_-]", "_");
    return name.isEmpty() ? "unknown" : name;
  }
}
