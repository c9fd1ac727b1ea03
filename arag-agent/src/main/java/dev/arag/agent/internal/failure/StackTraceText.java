package dev.arag.agent.internal.failure;

import dev.arag.core.internal.string.Truncation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The stack trace of an exception as text for logs and trajectories. Credentials in messages are
 * redacted: the keys of the models, and values that are written like credentials. A value counts as
 * a credential after "Bearer" or "Basic", in the user information of a URL, and as the value of a
 * name that ends with "key", "token", "secret", "signature" or "password". Except for passwords, it
 * must have at least 16 characters, as real keys do.
 */
public final class StackTraceText {
  private static final int MAX_LENGTH = 20_000;

  /** Longer than the message of a model, which contains at most 300 characters of the server. */
  private static final int MAX_LINE = 1_000;

  /** The length up to which a stack trace is searched for credentials. */
  private static final int MAX_SEARCHED = 200_000;

  private static final String REPLACEMENT = "[key]";

  private static final Pattern CREDENTIAL =
      Pattern.compile(
          "(?i)(?<=\\b(?:Bearer|Basic) )[\\w+/=.~-]{8,}"
              + "|(?<=://)[^\\s/@:]+:[^\\s/@]+(?=@)"
              + "|(?<=(?:key|token|secret|signature)['\"]?\\s?[=:]\\s?['\"]?)[^\\s\"'&,;<>(){}]{16,}"
              + "|(?<=(?:password|passwd|pwd)['\"]?\\s?[=:]\\s?['\"]?)[^\\s\"'&,;<>(){}]+");

  private StackTraceText() {}

  /**
   * Returns the type, message, stack and causes of an exception, or only the type if they cannot be
   * read.
   *
   * @param redaction removes the keys of the models from a text
   */
  public static String of(Throwable failure, UnaryOperator<String> redaction) {
    StringWriter trace = new StringWriter();
    try {
      failure.printStackTrace(new PrintWriter(trace));
    } catch (RuntimeException e) {
      // The exception of a custom tool may fail to create its message. That must not end the run.
      return failure.getClass().getName();
    }
    String searched = Truncation.prefix(trace.toString().strip(), MAX_SEARCHED);
    return Truncation.withEllipsis(withoutCredentials(redaction.apply(searched)), MAX_LENGTH);
  }

  /** Returns the message of a failure as one line, without values written like credentials. */
  public static String line(String message) {
    String searched = Truncation.prefix(message, MAX_SEARCHED);
    return Truncation.withEllipsis(ErrorBody.oneLine(withoutCredentials(searched)), MAX_LINE);
  }

  private static String withoutCredentials(String text) {
    return CREDENTIAL.matcher(text).replaceAll(REPLACEMENT);
  }
}
