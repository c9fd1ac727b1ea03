package dev.arag.agent.internal.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A rule for servers that deviate from OpenAI's API. All rules are in the resource {@code
 * server-rules.txt}, which is read at first use.
 *
 * @param value what a server sends or rejects; a description if the rule is {@link Kind#IN_CODE}
 * @param source the server where it was seen, or the thread or page that reports it
 */
public record ServerRule(Kind kind, String value, String source) {
  private static final String RESOURCE = "server-rules.txt";
  private static final List<ServerRule> TABLE = read();

  /** What a rule is for. */
  public enum Kind {
    /** A finish reason that means {@code stop}. */
    FINISH_STOP,
    /** A finish reason that means {@code length}. */
    FINISH_LENGTH,
    /** A finish reason that means {@code tool_calls}. */
    FINISH_TOOL_CALLS,
    /** A finish reason that means {@code content_filter}. */
    FINISH_CONTENT_FILTER,
    /** A finish reason of a reply that the server aborted. */
    FINISH_ERROR,
    /** The tags around reasoning in the text, separated by a space. */
    REASONING_TAGS,
    /** The end of reasoning in the text, after which the answer starts. */
    ANSWER_START,
    /** A field of a message that contains reasoning. */
    REASONING_FIELD,
    /** A field of a request that can be omitted without harm to a run. */
    OPTIONAL_FIELD,
    /** A phrase of an error that rejects a field. */
    REJECTION_PHRASE,
    /** A phrase of an error that requires the reasoning of earlier replies. */
    REQUIREMENT_PHRASE,
    /** The field with the name of a tool, in a tool call that is written as text. */
    CALL_NAME,
    /** The field with the arguments, in a tool call that is written as text. */
    CALL_ARGUMENTS,
    /** The field that contains the tool call, in a tool call that is written as text. */
    CALL_WRAPPER,
    /** A phrase of an error about a request that exceeds the context window. */
    OVERFLOW_PHRASE,
    /** A phrase of an error of a content filter. */
    FILTER_PHRASE,
    /** A phrase of an error about a quota that is used up. */
    QUOTA_PHRASE,
    /** A rule that is implemented by the class that its description names. */
    IN_CODE
  }

  /** Returns all rules, in the order of the table. */
  static List<ServerRule> table() {
    return TABLE;
  }

  /** Returns the values of the rules of a kind, in the order of the table. */
  public static List<String> values(Kind kind) {
    return TABLE.stream().filter(rule -> rule.kind == kind).map(ServerRule::value).toList();
  }

  private static List<ServerRule> read() {
    try (InputStream file = ServerRule.class.getResourceAsStream(RESOURCE)) {
      byte[] bytes = Objects.requireNonNull(file, RESOURCE).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .map(cells -> new ServerRule(Kind.valueOf(cells[0]), cells[1], cells[2]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The arag-agent JAR is corrupt: cannot read the table of server rules.", e);
    }
  }
}
