package dev.arag.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/**
 * A message from the run to a model, in addition to the system prompt and the tool descriptions.
 * The default text of each is a file in the jar; {@link Agent.Builder#text(LoopMessage, String)}
 * replaces it. Placeholders in braces are filled in.
 */
public enum LoopMessage {
  /** The last message of the closing call. */
  CLOSING,
  /** Correction of a reply that answers before any search. */
  NO_SEARCH,
  /** Correction of a reply that announces a next step without a tool call. */
  ANNOUNCED,
  /** Correction of an answer that cites no chunk. */
  NO_CITATION,
  /** Correction of a NOT FOUND while {@code {tool}} was never used. */
  SECOND_LOOK,
  /** Appended to a result when {@code {turns}} turns with tool calls are left. */
  TURNS_LEFT,
  /** Appended to a result when one turn with tool calls is left. */
  LAST_TURN,
  /** Replaces the result of a search that was already made in turn {@code {turn}}. */
  SAME_SEARCH,
  /** Appended to {@link #SAME_SEARCH}: {@code {tools}} that were not used yet. */
  NOT_TRIED,
  /** Appended to {@link #SAME_SEARCH}: {@code {chunks}} that were found and not read. */
  UNREAD,
  /** Replaces the result of a call that is repeated in one turn. */
  SAME_CALL,
  /** Appended to a search result with only {@code {chunks}} that were shown before. */
  ONLY_SEEN,
  /** Appended to a result when {@code {turns}} consecutive turns showed no new text. */
  REPEATING,
  /** Answers each call of a truncated reply. */
  CUT_CALL,
  /** Answers a call beyond the {@code {calls}} that one turn may make. */
  TOO_MANY_CALLS,
  /** Answers a call when no calls are left. */
  NO_CALLS_LEFT,
  /** Answers a call when no calls of {@code {tool}} are left. */
  NO_CALLS_OF_TOOL,
  /** Answers a call of {@code {tool}} that exceeded the remaining time of the run. */
  TOOL_LATE,
  /** Answers a call whose result would not fit the model's window. */
  WINDOW_FULL,
  /** Wraps a {@code {question}} of a conversation after a closing call. */
  NEXT_QUESTION,
  /** Wraps a {@code {question}} whose answer must contain {@code {fields}}. */
  FIELDS,
  /** Asks a model to turn an answer into JSON of a {@code {schema}}. */
  FILL_FORM,
  /** Asks again after {@link #FILL_FORM} because of a {@code {problem}}. */
  FILL_AGAIN,
  /** The stub of an old result that showed {@code {chunks}}. */
  REMOVED,
  /** The stub of an old result that showed no chunk. */
  REMOVED_RESULT,
  /** The heading of the passages found, if the model gave no answer. Not sent to a model. */
  EVIDENCE;

  private final String defaultText =
      read("loop/" + name().toLowerCase(Locale.ROOT).replace('_', '-') + ".txt");

  /** The text in the jar. */
  public String defaultText() {
    return defaultText;
  }

  /** Whether it corrects a model that ended too early; such a message may be omitted. */
  boolean isCorrection() {
    return this == NO_SEARCH || this == ANNOUNCED || this == NO_CITATION || this == SECOND_LOOK;
  }

  private static String read(String name) {
    try (InputStream file = LoopMessage.class.getResourceAsStream(name)) {
      byte[] bytes = Objects.requireNonNull(file, name).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be read from the library's jar.", e);
    }
  }
}
