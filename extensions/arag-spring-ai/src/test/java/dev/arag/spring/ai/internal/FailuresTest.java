package dev.arag.spring.ai.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.exception.HttpException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.Exceptions;

/** The forms in which the client libraries of Spring AI's models report an HTTP status. */
class FailuresTest {
  /** As in the libraries of OpenAI and Anthropic. */
  static final class SdkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SdkException() {
      super("429: slow down");
    }

    public int statusCode() {
      return 429;
    }
  }

  /** A status of Spring's web clients. */
  record Status(int value) {}

  static final class WebClientException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WebClientException() {
      super("429 Too Many Requests");
    }

    public Status getStatusCode() {
      return new Status(429);
    }
  }

  static Stream<RuntimeException> failures() {
    return Stream.of(
        new SdkException(),
        new WebClientException(),
        new IllegalStateException("HTTP 429 - slow down"),
        new IllegalStateException("failed", new SdkException()),
        Exceptions.propagate(new IOException("wrapped", new SdkException())));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void theStatusIsFound(RuntimeException failure) {
    assertThat(Failures.convert(failure))
        .isInstanceOfSatisfying(
            HttpException.class, http -> assertThat(http.statusCode()).isEqualTo(429))
        .hasCause(Exceptions.unwrap(failure));
  }

  @Test
  void aFailureWithoutAStatusStaysAsItIs() {
    RuntimeException failure = new UncheckedIOException(new IOException("Connection reset"));
    assertThat(Failures.convert(failure)).isSameAs(failure);
    RuntimeException other = new IllegalStateException("The code 429 is a number.");
    assertThat(Failures.convert(other)).isSameAs(other);
  }
}
