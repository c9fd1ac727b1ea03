package dev.arag.agent.internal.model;

import dev.arag.agent.internal.toolcall.TextualToolCall;
import dev.arag.agent.internal.toolcall.TextualToolCalls;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Cleans replies of a model. Removes reasoning that a server left in the text, and extracts tool
 * calls that a server left in the text.
 */
public final class ReplySanitizer {
  private static final int MAX_CALLS = 64;

  private ReplySanitizer() {}

  /**
   * Cleans a reply to a request that allows tool calls. If a content filter stopped the reply, all
   * its tool calls are removed. Calls after the 64th are always removed.
   *
   * @param request the messages of the request
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

  /**
   * Returns the text of an answer that a model is still writing, without reasoning. Returns an
   * empty text as long as the text may be reasoning or may start with a tool call.
   *
   * @param written the text so far
   */
  public static String answerSoFar(String written, Collection<RetrievalTool> tools) {
    String answer = ReasoningSplitter.of(written).answer();
    String start = answer.stripLeading();
    return startsWithMarkup(start) || names(tools).stream().anyMatch(name -> agree(start, name))
        ? ""
        : answer;
  }

  private static boolean startsWithMarkup(String start) {
    return start.isEmpty()
        || "<{`◁".indexOf(start.charAt(0)) >= 0
        || agree(start, "[THINK]")
        || agree(start, "[TOOL_CALLS]");
  }

  /** Whether one of two texts starts with the other. */
  private static boolean agree(String start, String other) {
    int length = Math.min(start.length(), other.length());
    return start.regionMatches(true, 0, other, 0, length);
  }

  /** Cleans a reply to a request that forbids tool calls: all tool calls are removed. */
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
   * Removes reasoning from the text. The reasoning is not sent back to the server, because chat
   * templates remove the reasoning of earlier turns. In addition, a server that did not send
   * reasoning as a separate field may reject this field.
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
      calls.add(ToolCall.of(ids.unique(""), call.tool(), call.arguments()));
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
