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
 * A reply as the run goes on with it: without the thinking a server left in the text, and with the
 * tool calls a server left there as calls.
 */
public final class ReplySanitizer {
  private static final int MOST_CALLS = 64;

  private ReplySanitizer() {}

  /**
   * The reply to a request in which tools may be called. The calls of a reply that a filter stopped
   * are left out, and those beyond the 64th.
   *
   * @param request the messages it replies to
   */
  public static Reply of(Reply received, List<Message> request, Collection<RetrievalTool> tools) {
    Message.Assistant message = withoutThinking(received.message());
    return switch (received.finish()) {
      case CONTENT_FILTER -> with(received, calling(message, message.text(), List.of()));
      case LENGTH -> with(received, calling(message, message.text(), first(message.calls())));
      case STOP, TOOL_CALLS, OTHER ->
          with(received, withWrittenCalls(message, new ToolCallIds(request), names(tools)));
    };
  }

  /** The reply to a request in which no tool may be called: only its text, without any call. */
  public static Reply ofClosing(Reply received, Collection<RetrievalTool> tools) {
    Message.Assistant message = withoutThinking(received.message());
    String text = TextualToolCalls.in(message.text(), names(tools)).before();
    return with(received, calling(message, text, List.of()));
  }

  private static Reply with(Reply received, Message.Assistant message) {
    return received.message().equals(message)
        ? received
        : new Reply(
            message, received.finish(), received.tokens(), received.model(), received.form());
  }

  /**
   * A chat template that finds thinking in the text of earlier turns leaves it out, and a server
   * that did not send it apart may refuse it apart: so it does not go back.
   */
  private static Message.Assistant withoutThinking(Message.Assistant message) {
    return calling(message, ReasoningSplitter.of(message.text()).said(), message.calls());
  }

  private static Message.Assistant withWrittenCalls(
      Message.Assistant message, ToolCallIds ids, List<String> tools) {
    if (!message.calls().isEmpty()) {
      return calling(message, message.text(), first(message.calls()));
    }
    TextualToolCalls written = TextualToolCalls.in(message.text(), tools);
    List<ToolCall> calls = new ArrayList<>();
    for (TextualToolCall call : written.calls()) {
      calls.add(new ToolCall(ids.own(""), call.tool(), call.arguments()));
    }
    return calling(message, written.before(), first(calls));
  }

  private static Message.Assistant calling(
      Message.Assistant message, String text, List<ToolCall> calls) {
    return new Message.Assistant(text, message.thinking(), calls, message.attributes());
  }

  private static List<ToolCall> first(List<ToolCall> calls) {
    return calls.subList(0, Math.min(MOST_CALLS, calls.size()));
  }

  private static List<String> names(Collection<RetrievalTool> tools) {
    return tools.stream().map(RetrievalTool::name).toList();
  }
}
