package dev.arag.agent.internal.failure;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.arag.core.internal.failure.Causes;
import dev.arag.core.internal.string.Truncation;
import dev.langchain4j.exception.HttpException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The details that determine the category of a failed request.
 *
 * @param chain the exception followed by its causes, outermost first
 * @param status the status of the HTTP response; 0 if there was no response
 * @param message the message of the server or of the innermost cause, on one line and truncated
 * @param searchText the message in lower case, in which phrases are searched; empty if the message
 *     is not from a server
 */
record FailureDetails(List<Throwable> chain, int status, String message, String searchText) {
  private static final int MAX_MESSAGE = 300;
  private static final int MAX_SEARCH_TEXT = 20_000;

  static FailureDetails of(Throwable failure) {
    List<Throwable> chain = Causes.chain(failure);
    String message = innermost(chain);
    boolean isLocal = chain.stream().anyMatch(FailureDetails::isLocal);
    return new FailureDetails(
        chain, status(chain), shorten(message), isLocal ? "" : searchText(message));
  }

  boolean has(Class<?>... types) {
    return chain.stream()
        .anyMatch(each -> Stream.of(types).anyMatch(type -> type.isInstance(each)));
  }

  boolean status(int... codes) {
    return IntStream.of(codes).anyMatch(code -> code == status);
  }

  boolean isRedirect() {
    return status >= 300 && status < 400;
  }

  boolean isServerError() {
    return status >= 500 && status < 600;
  }

  /**
   * Whether the failure arose in this process, such as a broken connection or invalid JSON. The
   * message of such a failure does not come from the server.
   */
  private static boolean isLocal(Throwable failure) {
    return failure instanceof IOException || failure instanceof InterruptedException;
  }

  private static int status(List<Throwable> chain) {
    return chain.stream()
        .filter(HttpException.class::isInstance)
        .mapToInt(each -> ((HttpException) each).statusCode())
        .findFirst()
        .orElse(0);
  }

  private static String innermost(List<Throwable> chain) {
    String innermost = "";
    for (Throwable each : chain) {
      innermost = message(each).isBlank() ? innermost : message(each);
    }
    return innermost;
  }

  private static String searchText(String message) {
    return Truncation.prefix(message, MAX_SEARCH_TEXT).toLowerCase(Locale.ROOT);
  }

  private static String shorten(String message) {
    return Truncation.withEllipsis(ErrorBody.of(message), MAX_MESSAGE);
  }

  /** The message of a failure itself, without one that only names the class of its cause. */
  private static String message(Throwable failure) {
    String message =
        failure instanceof JsonProcessingException json
            ? json.getOriginalMessage()
            : failure.getMessage();
    Throwable cause = failure.getCause();
    boolean isOfCause = cause != null && cause.toString().equals(message);
    return message == null || isOfCause ? "" : message;
  }
}
