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
 * What tells one failed request from another.
 *
 * @param chain the exception and its causes, the outermost first
 * @param status of the HTTP response; 0 where there was none
 * @param said what the server said, or the innermost message, on one line and cut
 * @param text all of it in small letters, to look for words in; empty where no server spoke
 */
record FailureDetails(List<Throwable> chain, int status, String said, String text) {
  private static final int MOST_SAID = 300;
  private static final int MOST_TEXT = 20_000;

  static FailureDetails of(Throwable failure) {
    List<Throwable> chain = Causes.chain(failure);
    String message = innermost(chain);
    boolean isLocal = chain.stream().anyMatch(each -> isOfThisSide(each));
    return new FailureDetails(chain, status(chain), said(message), isLocal ? "" : small(message));
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

  /** A broken connection or text: what its message says was not said by the server. */
  private static boolean isOfThisSide(Throwable failure) {
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
    String said = "";
    for (Throwable each : chain) {
      said = message(each).isBlank() ? said : message(each);
    }
    return said;
  }

  private static String small(String message) {
    return Truncation.prefix(message, MOST_TEXT).toLowerCase(Locale.ROOT);
  }

  private static String said(String message) {
    return Truncation.withEllipsis(ErrorBody.of(message), MOST_SAID);
  }

  private static String message(Throwable failure) {
    String message =
        failure instanceof JsonProcessingException json
            ? json.getOriginalMessage()
            : failure.getMessage();
    return message == null ? "" : message;
  }
}
