package dev.arag.agent.model;

import dev.arag.tools.ToolCall;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What came back from one request.
 *
 * @param message goes into the history as it is
 * @param finish why the model stopped
 * @param tokens what the request cost; null where the server did not say
 * @param model the name the server gave itself; empty if it gave none
 * @param form how the server wanted to be asked, and its own word for why the model stopped
 */
public record Reply(
    Message.Assistant message, Finish finish, @Nullable Tokens tokens, String model, Form form) {

  /** A reply of a server of which nothing special is known. */
  public Reply(Message.Assistant message, Finish finish, @Nullable Tokens tokens, String model) {
    this(message, finish, tokens, model, Form.UNKNOWN);
  }

  /**
   * What was done for a server that does not take every request, and what it said in words of its
   * own.
   *
   * @param finishWord why the model stopped, as the server says it; empty where it is not known
   * @param leftOut the parameters that were left out of the request, as the server had refused
   *     them; sorted
   * @param closing the form in which the answer was asked for when no tool might be called any
   *     more: {@code CALLS_FORBIDDEN}, {@code CALLS_DISCOURAGED} or {@code HISTORY_AS_TEXT}; empty
   *     for any other request
   */
  public record Form(String finishWord, List<String> leftOut, String closing) {
    /** Nothing is known, and nothing was done. */
    public static final Form UNKNOWN = new Form("", List.of(), "");

    public Form {
      leftOut = List.copyOf(new TreeSet<>(leftOut));
    }

    /** What a server said and did not take. */
    public static Form of(String finishWord, Set<String> leftOut) {
      return new Form(finishWord, List.copyOf(leftOut), "");
    }
  }

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

  /** This reply with another count of tokens, or none. */
  public Reply withTokens(@Nullable Tokens counted) {
    return new Reply(message, finish, counted, model, form);
  }
}
