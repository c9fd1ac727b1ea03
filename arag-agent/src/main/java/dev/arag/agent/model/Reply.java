package dev.arag.agent.model;

import dev.arag.tools.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came back from one request.
 *
 * @param message goes into the history as it is
 * @param finish why the model stopped
 * @param tokens what the request cost; null where the server did not say
 * @param model the name the server gave itself; empty if it gave none
 */
public record Reply(
    Message.Assistant message, Finish finish, @Nullable Tokens tokens, String model) {

  /** Why a model stopped. */
  public enum Finish {
    /** It had said everything, as far as the server knows. */
    STOP,
    /** It wants tools to be run. */
    TOOL_CALLS,
    /** It ran into the limit of its output or its window: the text is cut. */
    LENGTH,
    /** A filter of the server stopped it. */
    CONTENT_FILTER,
    /** The server gave another reason, or none. */
    OTHER
  }

  /** What it said; empty if it only called tools. */
  public String text() {
    return message.text();
  }

  /** The tools it called, in its order. */
  public List<ToolCall> calls() {
    return message.calls();
  }

  /** Its reasoning, where the server sent it apart; else empty. */
  public String thinking() {
    return message.thinking();
  }

  /** This reply with a count of tokens. */
  public Reply withTokens(Tokens counted) {
    return new Reply(message, finish, counted, model);
  }
}
