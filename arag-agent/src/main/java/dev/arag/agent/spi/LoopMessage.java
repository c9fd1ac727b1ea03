package dev.arag.agent.spi;

import dev.arag.agent.Agent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/**
 * A message that the run sends to a model in addition to the system prompt and the tool
 * descriptions. The default text of each message is a resource in the JAR. {@link
 * Agent.Builder#text(LoopMessage, String)} replaces the text of a message. The run replaces
 * placeholders in braces with values.
 */
public enum LoopMessage {
  /**
   * Appended to the system prompt if the agent has {@code {instructions}}; see {@link
   * Agent.Builder#instructions(String)}.
   */
  INSTRUCTIONS,
  /**
   * The last message of the closing call (the last request, without tools); asks the model for its
   * answer.
   */
  CLOSING,
  /** Corrects a model that answers before it has searched. */
  NO_SEARCH,
  /** Corrects a model that announces a next step but makes no tool call. */
  ANNOUNCED,
  /** Corrects an answer that cites no chunk. */
  NO_CITATION,
  /** Corrects a model that replies NOT FOUND although it never used the search {@code {tool}}. */
  SECOND_LOOK,
  /**
   * Appended to a tool result; says that the model may call tools in {@code {turns}} more turns.
   */
  TURNS_LEFT,
  /** Appended to a tool result; says that the model may call tools in one more turn. */
  LAST_TURN,
  /** Replaces the result of a search that the model already made in turn {@code {turn}}. */
  SAME_SEARCH,
  /**
   * Appended to {@link #SAME_SEARCH}; lists the searches {@code {tools}} that the model has not
   * used yet.
   */
  NOT_TRIED,
  /**
   * Appended to {@link #SAME_SEARCH}; lists the {@code {chunks}} that searches found but the model
   * has not read.
   */
  UNREAD,
  /** Replaces the result of a call that repeats an earlier call of the same turn. */
  SAME_CALL,
  /** Appended to a search result if all of its {@code {chunks}} were shown before. */
  ONLY_SEEN,
  /** Appended to a tool result when the last {@code {turns}} turns showed no new text. */
  REPEATING,
  /** The result of each tool call of a reply that ended at the output limit and is incomplete. */
  CUT_CALL,
  /**
   * The result of each tool call of a turn after the first {@code {calls}} calls, which is the
   * maximum.
   */
  TOO_MANY_CALLS,
  /** The result of a tool call after the run's limit of tool calls has been reached. */
  NO_CALLS_LEFT,
  /** The result of a call to {@code {tool}} when the limit of that tool is reached. */
  NO_CALLS_OF_TOOL,
  /**
   * The result of a call to {@code {tool}} that the run abandoned because it had not returned when
   * the time for tool calls ended.
   */
  TOOL_LATE,
  /**
   * The result of a tool call that was not executed because its text would not fit the context
   * window.
   */
  WINDOW_FULL,
  /**
   * Wraps a {@code {question}} if the previous question of the conversation ended with a closing
   * call. The message tells the model that it may call tools again.
   */
  NEXT_QUESTION,
  /** Wraps a {@code {question}} whose answer must contain the values of all {@code {fields}}. */
  FIELDS,
  /** Asks a model to turn an answer into JSON that conforms to a {@code {schema}}. */
  FILL_FORM,
  /**
   * Follows a prompt of a strategy; asks a model for JSON that conforms to a {@code {schema}}. See
   * {@code RunContext.fill}.
   */
  REPLY_FORM,
  /**
   * Follows a reply to {@link #FILL_FORM} or {@link #REPLY_FORM} that cannot be parsed. Names the
   * {@code {problem}} and asks for corrected JSON.
   */
  FILL_AGAIN,
  /**
   * Asks the model of the role {@code check} whether passages prove sentences of an answer. The
   * {@code {claims}} are the question, the passages and the numbered sentences.
   */
  CHECK_CLAIMS,
  /**
   * Replaces the {@code {chunks}} of a tool result: those that the answer does not cite, when later
   * questions are sent, and all chunks of old results if the context window is full.
   */
  REMOVED,
  /** Replaces an old tool result that showed no chunk if the context window is full. */
  REMOVED_RESULT,
  /**
   * The heading above the passages that are returned to the caller if the model gave no answer. Not
   * sent to a model.
   */
  EVIDENCE;

  private final String defaultText =
      read("loop/" + name().toLowerCase(Locale.ROOT).replace('_', '-') + ".txt");

  /** The default text of the message. */
  public String defaultText() {
    return defaultText;
  }

  /**
   * Whether this message corrects a model that ended its turn too early. Only such a message may be
   * disabled.
   */
  public boolean isCorrection() {
    return this == NO_SEARCH || this == ANNOUNCED || this == NO_CITATION || this == SECOND_LOOK;
  }

  private static String read(String name) {
    try (InputStream file = LoopMessage.class.getResourceAsStream(name)) {
      byte[] bytes = Objects.requireNonNull(file, name).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The arag-agent JAR is corrupt: cannot read the message " + name, e);
    }
  }
}
