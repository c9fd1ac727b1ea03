package dev.arag.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginPolicyTest {
  private static final OriginPolicy POLICY = OriginPolicy.loopback(8080);

  private static boolean serves(OriginPolicy policy, String host, String origin) {
    return policy.refusal(host, origin).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1:8080", "localhost:8080", "[::1]:8080", "LocalHost:8080", "[::1]:8080"})
  void servesLoopbackNames(String host) {
    assertThat(serves(POLICY, host, null)).isTrue();
    assertThat(serves(POLICY, host, "http://localhost:8080")).isTrue();
    assertThat(serves(POLICY, host, "http://127.0.0.1:8080")).isTrue();
    assertThat(serves(POLICY, host, "HTTP://[::1]:8080")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "localhost",
        "127.0.0.1",
        "localhost:",
        "localhost:80",
        "localhost:8081",
        "localhost:08080",
        "localhost:8080 ",
        " localhost:8080",
        "localhost:8080,localhost:8080",
        "localhost:8080, evil.example",
        "localhost.:8080",
        "localhost:8080.",
        "user@localhost:8080",
        "localhost:8080@evil.example",
        "evil.example@localhost:8080",
        "http://localhost:8080",
        "localhost:8080/",
        "localhost.evil.example:8080",
        "evil.example:8080",
        "127.0.0.1.nip.io:8080",
        "127.0.0.2:8080",
        "127.1:8080",
        "2130706433:8080",
        "0x7f.0.0.1:8080",
        "0.0.0.0:8080",
        "0:8080",
        "::1:8080",
        "[::1]",
        "[::]:8080",
        "[0:0:0:0:0:0:0:1]:8080",
        "[::ffff:127.0.0.1]:8080",
        "[::1%lo]:8080",
        "loc\u00ADalhost:8080",
        "\uFF4Cocalhost:8080",
        "localhost\u0000:8080"
      })
  void refusesOtherHosts(String host) {
    assertThat(serves(POLICY, host, null)).isFalse();
    assertThat(serves(POLICY, host, "http://localhost:8080")).isFalse();
  }

  @Test
  void refusesARequestWithoutAHost() {
    assertThat(serves(POLICY, null, null)).isFalse();
    assertThat(serves(POLICY, null, "http://localhost:8080")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "NULL",
        "*",
        "localhost:8080",
        "//localhost:8080",
        "http://localhost",
        "http://localhost:80",
        "http://localhost:8081",
        "https://localhost:8080",
        "ws://localhost:8080",
        "file://",
        "http://localhost:8080/",
        "http://localhost:8080/page",
        "http://localhost:8080 ",
        "http://localhost.:8080",
        "http://user@localhost:8080",
        "http://localhost:8080@evil.example",
        "http://evil.example",
        "http://evil.example:8080",
        "http://localhost.evil.example:8080",
        "http://localhost:8080 http://evil.example",
        "http://localhost:8080, http://localhost:8080",
        "chrome-extension://abcdefghijklmnop"
      })
  void refusesOtherOrigins(String origin) {
    assertThat(serves(POLICY, "localhost:8080", origin)).isFalse();
  }

  @Test
  void knowsTheDefaultPort() {
    OriginPolicy policy = OriginPolicy.loopback(80);
    assertThat(serves(policy, "localhost", "http://localhost")).isTrue();
    assertThat(serves(policy, "[::1]:80", "http://127.0.0.1")).isTrue();
    assertThat(serves(policy, "localhost:8080", null)).isFalse();
    assertThat(serves(policy, "localhost", "http://localhost:8080")).isFalse();
    assertThat(serves(policy, "localhost", "https://localhost")).isFalse();
  }

  @Test
  void refusesRepeatedHeaders() {
    List<String> host = List.of("localhost:8080");
    List<String> origin = List.of("http://localhost:8080");
    assertThat(POLICY.refusal(host, origin)).isEmpty();
    assertThat(POLICY.refusal(host, (List<String>) null)).isEmpty();
    assertThat(POLICY.refusal(host, List.of())).isEmpty();
    assertThat(POLICY.refusal((List<String>) null, origin)).isPresent();
    assertThat(POLICY.refusal(List.of(), origin)).isPresent();
    assertThat(POLICY.refusal(List.of("localhost:8080", "localhost:8080"), origin)).isPresent();
    assertThat(POLICY.refusal(List.of("localhost:8080", "evil.example"), origin)).isPresent();
    assertThat(POLICY.refusal(host, List.of("http://localhost:8080", "http://evil.example")))
        .isPresent();
  }

  @Test
  void servesPagesOfAllowedOrigins() {
    OriginPolicy policy =
        POLICY
            .allow("https://Intranet.example.org")
            .allow("http://other.example:80")
            .allow("http://127.0.0.1:5173");
    assertThat(serves(policy, "localhost:8080", "https://intranet.example.org")).isTrue();
    assertThat(serves(policy, "localhost:8080", "http://other.example")).isTrue();
    assertThat(serves(policy, "localhost:8080", "http://127.0.0.1:5173")).isTrue();
    assertThat(serves(policy, "localhost:8080", "http://localhost:8080")).isTrue();
    assertThat(serves(policy, "localhost:8080", "http://intranet.example.org")).isFalse();
    assertThat(serves(policy, "localhost:8080", "https://intranet.example.org:8443")).isFalse();
    assertThat(serves(policy, "intranet.example.org", "https://intranet.example.org")).isFalse();
    assertThat(serves(POLICY, "localhost:8080", "https://intranet.example.org")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "null",
        "intranet.example.org",
        "https://intranet.example.org/",
        "https://*.example.org",
        "https://user@example.org",
        "ftp://example.org",
        "https://example.org.",
        "https://example.org:0",
        "https://",
        "https://a b"
      })
  void refusesToAllowWhatIsNoOrigin(String origin) {
    assertThatThrownBy(() -> POLICY.allow(origin)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 65536})
  void refusesWrongPorts(int port) {
    assertThatThrownBy(() -> OriginPolicy.loopback(port))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void doesNotRepeatTextOfTheRequest() {
    assertThat(POLICY.refusal("secret.example", null).orElseThrow())
        .isEqualTo("The header Host must be one of 127.0.0.1:8080, [::1]:8080, localhost:8080.");
    assertThat(POLICY.refusal("localhost:8080", "http://secret.example").orElseThrow())
        .doesNotContain("secret");
  }
}
