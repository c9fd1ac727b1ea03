package dev.arag.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTokenTest {
  @Test
  void isRandomAndFitsIntoAUrl() {
    Set<String> values = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      String value = AccessToken.random().value();
      assertThat(value).matches("[A-Za-z0-9_-]{43}");
      values.add(value);
    }
    assertThat(values).hasSize(1000);
  }

  @Test
  void matchesOnlyItself() {
    AccessToken token = AccessToken.random();
    String value = token.value();
    assertThat(token.matches(value)).isTrue();
    assertThat(token.matches(null)).isFalse();
    assertThat(token.matches("")).isFalse();
    assertThat(token.matches(value + "x")).isFalse();
    assertThat(token.matches(value.substring(1))).isFalse();
    assertThat(token.matches(AccessToken.random().value())).isFalse();
    assertThat(AccessToken.of(value).matches(value)).isTrue();
  }

  @Test
  void readsTheHeaderAuthorization() {
    AccessToken token = AccessToken.of("s3cret");
    assertThat(token.isBearerOf("Bearer s3cret")).isTrue();
    assertThat(token.isBearerOf("bearer s3cret ")).isTrue();
    assertThat(token.isBearerOf("s3cret")).isFalse();
    assertThat(token.isBearerOf("Basic s3cret")).isFalse();
    assertThat(token.isBearerOf("Bearer")).isFalse();
    assertThat(token.isBearerOf("Bearer s3cret s3cret")).isFalse();
    assertThat(token.isBearerOf(null)).isFalse();
  }

  /** A lone surrogate is encoded as '?', so that two different texts could have equal bytes. */
  @Test
  void doesNotMatchAnotherTextWithTheSameBytes() {
    assertThat(AccessToken.of("a?").matches("a\uD800")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n", "s3cret\n", "two words"})
  @NullSource
  void refusesASecretThatIsEmptyOrHasWhiteSpace(String value) {
    assertThatThrownBy(() -> AccessToken.of(value))
        .isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class);
  }

  @Test
  void doesNotPrintTheSecret() {
    AccessToken token = AccessToken.random();
    assertThat(token.toString()).doesNotContain(token.value());
  }
}
