package dev.arag.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiCompatibleTest {
  private static final String KEY = "sk-canary-0123456789";

  @Test
  void acceptsABaseUrlWithoutAKey() {
    OpenAiCompatible endpoint =
        OpenAiCompatible.of(
            Map.of(
                "ARAG_BASE_URL", " http://localhost:11434/v1/ ",
                "ARAG_MODEL", "qwen3:8b",
                "ARAG_CONTEXT_TOKENS", "32768"));
    assertThat(endpoint.baseUrl()).isEqualTo("http://localhost:11434/v1");
    assertThat(endpoint.model()).isEqualTo("qwen3:8b");
    assertThat(endpoint.contextTokens()).hasValue(32_768);
  }

  @Test
  void usesOpenAiIfOnlyAKeyIsSet() {
    OpenAiCompatible endpoint =
        OpenAiCompatible.of(Map.of("ARAG_API_KEY", KEY, "ARAG_MODEL", "gpt-5-mini"));
    assertThat(endpoint.baseUrl()).isEqualTo("https://api.openai.com/v1");
    assertThat(endpoint.contextTokens()).isEmpty();
    assertThat(endpoint.toString()).doesNotContain(KEY);
  }

  @Test
  void acceptsTheFullAddressOfTheEndpoint() {
    assertThat(OpenAiCompatible.of("http://h:1/v1/chat/completions", "m", "").baseUrl())
        .isEqualTo("http://h:1/v1");
  }

  @ParameterizedTest
  @CsvSource({
    "ARAG_BASE_URL, http://localhost:1/v1, ARAG_MODEL",
    "ARAG_API_KEY, sk-canary-0123456789, ARAG_MODEL",
    "ARAG_REASONING_EFFORT, low, ARAG_MODEL",
    "ARAG_MODEL, m, ARAG_BASE_URL",
    "ARAG_MODEL, m, ARAG_API_KEY"
  })
  void namesTheMissingSettingOfAnIncompleteConfiguration(
      String name, String value, String missing) {
    Map<String, String> environment = Map.of(name, value);
    assertThat(OpenAiCompatible.isConfigured(environment)).isTrue();
    assertThatThrownBy(() -> OpenAiCompatible.of(environment))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(missing)
        .hasMessageNotContaining(KEY);
  }

  @Test
  void isNotConfiguredWithoutSettings() {
    assertThat(OpenAiCompatible.isConfigured(Map.of())).isFalse();
    assertThat(OpenAiCompatible.isConfigured(Map.of("ARAG_MODEL", " ", "PATH", "x"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:11434",
        ":11434",
        "11434",
        "http://:11434",
        "ftp://host/v1",
        "http://",
        "not a url",
        "http://user:secret@host/v1",
        "http://host/v1?key=secret"
      })
  void rejectsAnInvalidBaseUrlWithoutRepeatingIt(String baseUrl) {
    assertThatThrownBy(() -> OpenAiCompatible.of(baseUrl, "m", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("baseUrl")
        .hasMessageNotContaining("secret");
    Map<String, String> variables = Map.of("ARAG_BASE_URL", baseUrl, "ARAG_MODEL", "m");
    assertThatThrownBy(() -> OpenAiCompatible.of(variables))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ARAG_BASE_URL")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"many", "0", "-5", "2047", "99999999999"})
  void rejectsAnInvalidContextSize(String tokens) {
    assertThatThrownBy(
            () ->
                OpenAiCompatible.of(
                    Map.of(
                        "ARAG_BASE_URL", "http://h/v1",
                        "ARAG_MODEL", "m",
                        "ARAG_CONTEXT_TOKENS", tokens)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ARAG_CONTEXT_TOKENS")
        .hasMessageContaining(tokens);
  }

  @ParameterizedTest
  @ValueSource(strings = {"long", "90", "0s", "-5m", "9999999h", "99999999999999999999h"})
  void rejectsAnInvalidRequestTimeout(String timeout) {
    Map<String, String> settings =
        Map.of("ARAG_BASE_URL", "http://h/v1", "ARAG_MODEL", "m", "ARAG_REQUEST_TIMEOUT", timeout);
    assertThatThrownBy(() -> OpenAiCompatible.of(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ARAG_REQUEST_TIMEOUT")
        .hasMessageContaining("'" + timeout + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "P366D"})
  void rejectsAnInvalidRequestTimeoutInCode(Duration timeout) {
    OpenAiCompatible endpoint = OpenAiCompatible.of("http://h/v1", "m", "");
    assertThatThrownBy(() -> endpoint.withRequestTimeout(timeout))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(timeout.toString());
  }

  @Test
  void rejectsAKeyWithInvalidCharactersWithoutRepeatingIt() {
    assertThatThrownBy(() -> OpenAiCompatible.of("http://h/v1", "m", KEY + "\n" + KEY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining(KEY);
  }
}
