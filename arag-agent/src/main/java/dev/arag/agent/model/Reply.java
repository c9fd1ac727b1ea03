package dev.arag.agent.model;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import dev.arag.tools.call.ToolCall;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The reply to one request.
 *
 * @param message the message of the model; add it to the history unchanged
 * @param finish the reason why the model stopped
 * @param tokens the token usage; null if the server did not report it
 * @param model the model name in the response; null if the response has none
 * @param form the changes that were made to the request for this server, and the finish reason as
 *     the server wrote it
 */
public record Reply(
    Message.Assistant message,
    Finish finish,
    @JsonSetter(nulls = Nulls.SET) @Nullable Tokens tokens,
    @Nullable String model,
    @JsonUnwrapped Form form) {
  public Reply {
    requireNonNull(message, "message");
    requireNonNull(finish, "finish");
    model = orNull(model);
    requireNonNull(form, "form");
  }

  /** Creates a reply for which it is unknown how the request was adapted. */
  public Reply(
      Message.Assistant message, Finish finish, @Nullable Tokens tokens, @Nullable String model) {
    this(message, finish, tokens, model, Form.UNKNOWN);
  }

  /**
   * The changes that were made to a request for a server that does not support all parameters, and
   * the finish reason as the server wrote it.
   *
   * @param finishWord the finish reason as the server wrote it; null if unknown
   * @param leftOut the sorted names of the parameters that were omitted because the server had
   *     rejected them
   * @param closing how the closing call (the last request, to be answered without tools) prevented
   *     tool calls: {@code CALLS_FORBIDDEN} (by the parameter {@code tool_choice}), {@code
   *     CALLS_DISCOURAGED} (only by the text of the last message) or {@code HISTORY_AS_TEXT} (it
   *     offered no tools, and sent the history as one user message); null for any other request
   */
  public record Form(
      @JsonSetter(nulls = Nulls.AS_EMPTY) @Nullable String finishWord,
      @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> leftOut,
      @JsonProperty("closingForm") @JsonSetter(nulls = Nulls.AS_EMPTY) @Nullable String closing) {
    /** The value if no details are known. */
    public static final Form UNKNOWN = new Form(null, List.of(), null);

    public Form {
      finishWord = orNull(finishWord);
      closing = orNull(closing);
      leftOut = List.copyOf(new TreeSet<>(requireNonNull(leftOut, "leftOut")));
    }

    /** Creates the details of a request that is not a closing call. */
    public static Form of(@Nullable String finishWord, Set<String> leftOut) {
      requireNonNull(leftOut, "leftOut");
      return new Form(finishWord, List.copyOf(leftOut), null);
    }
  }

  /** Servers, and the JSON form of a trajectory, also write an empty text if there is none. */
  private static @Nullable String orNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  /** The reason why a model stopped. */
  public enum Finish {
    /** The reply is complete. */
    STOP,
    /** The model stopped to call tools. */
    TOOL_CALLS,
    /** The output limit or the context window was reached, so that the text is cut off. */
    LENGTH,
    /** A content filter of the server stopped the model. */
    CONTENT_FILTER,
    /** The server gave another reason or no reason. */
    OTHER
  }

  /** The text; empty if the model only called tools. */
  public String text() {
    return message.text();
  }

  /** The tool calls, in the order in which the model made them. */
  public List<ToolCall> calls() {
    return message.calls();
  }

  /**
   * The reasoning that the server sent separately from the text; like the text, it may be empty.
   */
  public String thinking() {
    return message.thinking();
  }

  /**
   * Returns a copy of this reply with another token usage, or without one if the argument is null.
   */
  public Reply withTokens(@Nullable Tokens counted) {
    return new Reply(message, finish, counted, model, form);
  }

  /**
   * The token usage of one request.
   *
   * @param input the number of tokens of the request, including cached tokens
   * @param cachedInput the part of {@code input} that the server reported as cached
   * @param output the number of tokens of the reply, including reasoning tokens
   * @param isEstimated whether these numbers are o200k tokens that were counted locally because the
   *     server reported no usage
   */
  public record Tokens(
      long input, long cachedInput, long output, @JsonProperty("estimated") boolean isEstimated) {
    /** Creates the usage from local counts, for a server that reported no usage. */
    public static Tokens estimated(long input, long output) {
      return new Tokens(input, 0, output, true);
    }
  }
}
