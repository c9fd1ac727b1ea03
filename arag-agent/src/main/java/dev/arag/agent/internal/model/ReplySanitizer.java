package dev.arag.agent.internal.model;

import dev.arag.agent.internal.toolcall.TextualToolCall;
import dev.arag.agent.internal.toolcall.TextualToolCalls;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.ToolCall;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Cleans replies: removes reasoning that a server left in the text, and extracts tool calls that it
 * left there.
 */
public final class ReplySanitizer {
  private static final int MAX_CALLS = 64;

  private ReplySanitizer() {}

  /**
   * The reply to a request in which tools may be called. Calls of a reply that a content filter
   * stopped are removed, and calls beyond the 64th.
   *
   * @param request the messages it replies to
   */
  public static Reply of(Reply received, List<Message> request, Collection<RetrievalTool> tools) {
    Message.Assistant message = withoutReasoning(received.message());
    return switch (received.finish()) {
      case CONTENT_FILTER -> with(received, with(message, message.text(), List.of()));
      case LENGTH -> with(received, with(message, message.text(), first(message.calls())));
      case STOP, TOOL_CALLS, OTHER ->
          with(received, withTextualCalls(message, new ToolCallIds(request), names(tools)));
    };
  }

  /** The reply to a request in which no tool may be called: only its text, without any call. */
  public static Reply ofClosing(Reply received, Collection<RetrievalTool> tools) {
    Message.Assistant message = withoutReasoning(received.message());
    String text = TextualToolCalls.in(message.text(), names(tools)).before();
    return with(received, with(message, text, List.of()));
  }

  private static Reply with(Reply received, Message.Assistant message) {
    return received.message().equals(message)
        ? received
        : new Reply(
            message, received.finish(), received.tokens(), received.model(), received.form());
  }

  /**
   * Reasoning in the text is dropped and not sent back: chat templates remove it from earlier
   * turns, and a server that did not send it separately may reject it as a separate field.
   */
  private static Message.Assistant withoutReasoning(Message.Assistant message) {
    return with(message, ReasoningSplitter.of(message.text()).answer(), message.calls());
  }

  private static Message.Assistant withTextualCalls(
      Message.Assistant message, ToolCallIds ids, List<String> tools) {
    if (!message.calls().isEmpty()) {
      return with(message, message.text(), first(message.calls()));
    }
    TextualToolCalls textual = TextualToolCalls.in(message.text(), tools);
    List<ToolCall> calls = new ArrayList<>();
    for (TextualToolCall call : textual.calls()) {
      calls.add(new ToolCall(ids.unique(""), call.tool(), call.arguments()));
    }
    return with(message, textual.before(), first(calls));
  }

  private static Message.Assistant with(
      Message.Assistant message, String text, List<ToolCall> calls) {
    return new Message.Assistant(text, message.thinking(), calls, message.attributes());
  }

  private static List<ToolCall> first(List<ToolCall> calls) {
    return calls.subList(0, Math.min(MAX_CALLS, calls.size()));
  }

  private static List<String> names(Collection<RetrievalTool> tools) {
    return tools.stream().map(RetrievalTool::name).toList();
  }
}
