package dev.arag.agent.internal.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StackTraceTextTest {
  private static final String SECRET = "a8f5f167f44f4964";

  private static String text(String message) {
    return StackTraceText.of(new IllegalStateException(message), UnaryOperator.identity());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "401 for https://rates.example/v1?api_key=%s&base=EUR",
        "401 for https://rates.example/v1?key=%s",
        "https://user:%s@rates.example refused",
        "headers {Authorization=[Bearer %s], Accept=json}",
        "Authorization: Basic %s",
        "{\"access_token\": \"%s\"}",
        "{'apiKey':'%s'}",
        "X-Api-Key: %s",
        "client_secret=%s, id=4",
        "jdbc:postgresql://db/rates?user=me&password=%s",
        "PASSWORD=%s"
      })
  void redactsCredentials(String message) {
    assertThat(text(message.formatted(SECRET))).contains("[key]").doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "No value for key=customer-12.",
        "https://rates.example/v1?base=EUR was not found",
        "Unexpected token: EUR",
        "The basic rate of 5 May is missing.",
        "at 12:30 a@b.example"
      })
  void keepsOtherText(String message) {
    assertThat(text(message)).contains(message).doesNotContain("[key]");
  }

  @Test
  void namesTheTypeIfTheMessageCannotBeRead() {
    RuntimeException broken =
        new RuntimeException() {
          @Override
          public String getMessage() {
            throw new UnsupportedOperationException();
          }
        };
    assertThat(StackTraceText.of(broken, UnaryOperator.identity()))
        .isEqualTo(broken.getClass().getName());
  }

  @Test
  void truncatesALongTrace() {
    assertThat(text("x".repeat(500_000))).hasSizeLessThan(20_100).endsWith("…");
  }
}
