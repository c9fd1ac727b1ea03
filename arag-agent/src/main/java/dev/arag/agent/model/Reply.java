package dev.arag.agent.model;

import dev.arag.tools.ToolCall;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The reply to one request.
 *
 * @param message added to the history unchanged
 * @param finish why the model stopped
 * @param tokens the token usage; null if the server did not report it
 * @param model the model name in the response; empty if there is none
 * @param form how the request was adapted to the server, and the finish reason in its own words
 */
public record Reply(
    Message.Assistant message, Finish finish, @Nullable Tokens tokens, String model, Form form) {

  /** A reply without details of the form. */
  public Reply(Message.Assistant message, Finish finish, @Nullable Tokens tokens, String model) {
    this(message, finish, tokens, model, Form.UNKNOWN);
  }

  /**
   * How a request was adapted to a server that does not support all parameters, and the finish
   * reason in its own words.
   *
   * @param finishWord the finish reason as the server wrote it; empty if unknown
   * @param leftOut the parameters omitted from the request because the server had rejected them;
   *     sorted
   * @param closing the form of the closing call: {@code CALLS_FORBIDDEN}, {@code CALLS_DISCOURAGED}
   *     or {@code HISTORY_AS_TEXT}; empty for any other request
   */
  public record Form(String finishWord, List<String> leftOut, String closing) {
    /** No details are known. */
    public static final Form UNKNOWN = new Form("", List.of(), "");

    public Form {
      leftOut = List.copyOf(new TreeSet<>(leftOut));
    }

    /** The details of a request that is not a closing call. */
    public static Form of(String finishWord, Set<String> leftOut) {
      return new Form(finishWord, List.copyOf(leftOut), "");
    }
  }

  /** Why a model stopped. */
  public enum Finish {
    /** The reply is complete. */
    STOP,
    /** The model calls tools. */
    TOOL_CALLS,
    /** The output limit or the context window was reached: the text is cut off. */
    LENGTH,
    /** A content filter of the server stopped the model. */
    CONTENT_FILTER,
    /** The server gave another reason, or none. */
    OTHER
  }

  /** The text; empty if the model only called tools. */
  public String text() {
    return message.text();
  }

  /** The tool calls, in the order of the model. */
  public List<ToolCall> calls() {
    return message.calls();
  }

  /** The reasoning, if the server sent it separately; else empty. */
  public String thinking() {
    return message.thinking();
  }

  /** This reply with another count of tokens, or none. */
  public Reply withTokens(@Nullable Tokens counted) {
    return new Reply(message, finish, counted, model, form);
  }
}
