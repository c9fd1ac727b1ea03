package dev.arag.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/**
 * What a run itself says to a model, beside the system prompt and the tools' descriptions. Each is
 * a file in the jar, and can be replaced by {@link Agent.Builder#text(LoopMessage, String)}; words
 * in braces are filled in.
 */
public enum LoopMessage {
  /** The last message of the closing call. */
  CLOSING,
  /** To a reply that answers before anything was searched. */
  NO_SEARCH,
  /** To a reply that announces a next step and makes none. */
  ANNOUNCED,
  /** To an answer that names no chunk. */
  NO_CITATION,
  /** To a NOT FOUND while {@code {tool}} was never used. */
  SECOND_LOOK,
  /** Under a result, when {@code {turns}} turns are left in which tools may be called. */
  TURNS_LEFT,
  /** Under a result, when one more turn is left in which tools may be called. */
  LAST_TURN,
  /** Instead of the result of a search already made in turn {@code {turn}}. */
  SAME_SEARCH,
  /** Behind {@link #SAME_SEARCH}: {@code {tools}} that were not used yet. */
  NOT_TRIED,
  /** Behind {@link #SAME_SEARCH}: {@code {chunks}} found and not read. */
  UNREAD,
  /** Instead of the result of a call made twice in one turn. */
  SAME_CALL,
  /** Under the result of a search that found only {@code {chunks}} shown before. */
  ONLY_SEEN,
  /** Under a result, when {@code {turns}} turns in a row brought nothing new. */
  NOTHING_NEW,
  /** To each call of a reply that was cut. */
  CUT_CALL,
  /** To a call beyond the {@code {calls}} that one turn takes. */
  TOO_MANY_CALLS,
  /** To a call when the budget of calls is used. */
  NO_CALLS_LEFT,
  /** To a call when the budget of calls of {@code {tool}} is used. */
  NO_CALLS_OF_TOOL,
  /** To a call of {@code {tool}} that took longer than the run has time. */
  TOOL_LATE,
  /** To a call whose result would not fit the model's window. */
  NO_ROOM,
  /** Around a {@code {question}} of a conversation, where no tool could be called any more. */
  NEXT_QUESTION,
  /** Around a {@code {question}} whose answer is to fill in {@code {fields}}. */
  FIELDS,
  /** To a model that is to fill in a form, which is a JSON {@code {schema}}. */
  FILL_FORM,
  /** To one that did it wrong: a {@code {problem}}. */
  FILL_AGAIN,
  /** In place of an old result that showed {@code {chunks}}. */
  REMOVED,
  /** In place of an old result that showed no chunk. */
  REMOVED_RESULT,
  /** Above what was found, in the answer of a run whose model gave none. For people. */
  EVIDENCE;

  private final String words =
      read("loop/" + name().toLowerCase(Locale.ROOT).replace('_', '-') + ".txt");

  /** The words in the jar. */
  public String byDefault() {
    return words;
  }

  /** Whether it asks a model to go on that ended by itself; then it need not be said at all. */
  boolean isNudge() {
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
