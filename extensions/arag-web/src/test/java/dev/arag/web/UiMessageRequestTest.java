package dev.arag.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UiMessageRequestTest {
  private static final String REQUEST =
      """
      {"id":"c1","messages":[
        {"id":"m1","role":"user","parts":[{"type":"text","text":"Who built it?"}]},
        {"id":"m2","role":"assistant","parts":[{"type":"step-start"},{"type":"text","text":"I"}]},
        {"id":"m3","role":"user","parts":[{"type":"text","text":"And"},{"type":"data-x","data":1},
          {"type":"text","text":"when?"}]}],
       "trigger":"submit-message","messageId":"m3"}""";

  @Test
  void readsTheRequestOfTheNpmPackage() throws IOException {
    UiMessageRequest expected = new UiMessageRequest("c1", "And\nwhen?", 1);
    assertThat(UiMessageRequest.parse(REQUEST)).isEqualTo(expected);
    InputStream body = new ByteArrayInputStream(REQUEST.getBytes(StandardCharsets.UTF_8));
    assertThat(UiMessageRequest.read(body)).isEqualTo(expected);
  }

  @Test
  void theIdIsOptional() {
    assertThat(UiMessageRequest.parse(question("\"Who?\"")))
        .isEqualTo(new UiMessageRequest("", "Who?", 0));
    assertThat(UiMessageRequest.parse(question("\"Who?\"").replace("{\"m", "{\"id\":null,\"m")))
        .isEqualTo(new UiMessageRequest("", "Who?", 0));
  }

  @Test
  void keepsAnyTextOfTheQuestion() {
    String text = question("\"\\ud83d \\u0000 \\u2028 </script> \\uD83C\\uDF09\"");
    assertThat(UiMessageRequest.parse(text).question())
        .isEqualTo("\uD83D \u0000 \u2028 </script> \uD83C\uDF09");
  }

  private static String question(String text) {
    return "{\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":"
        + text
        + "}]}]}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "[]",
        "secret",
        "\"secret\"",
        "{",
        "{}",
        "{\"messages\":null}",
        "{\"messages\":{}}",
        "{\"messages\":[]}",
        "{\"messages\":[null]}",
        "{\"messages\":[\"secret\"]}",
        "{\"messages\":[{}]}",
        "{\"messages\":[{\"role\":\"user\"}]}",
        "{\"messages\":[{\"role\":\"user\",\"parts\":null}]}",
        "{\"messages\":[{\"role\":\"user\",\"parts\":\"secret\"}]}",
        "{\"messages\":[{\"role\":\"user\",\"parts\":[]}]}",
        "{\"messages\":[{\"role\":\"user\",\"parts\":[null,1,[]]}]}",
        "{\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\" \\n\"}]}]}",
        "{\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":[\"secret\"]}]}]}",
        "{\"messages\":[{\"role\":[\"user\"],\"parts\":[{\"type\":\"text\",\"text\":\"secret\"}]}]}",
        "{\"messages\":[{\"role\":\"system\",\"parts\":[{\"type\":\"text\",\"text\":\"secret\"}]}]}",
        "{\"messages\":[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"secret\"}]}]}",
        "{\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"secret\"},"
            + "{\"type\":\"file\",\"url\":\"data:,secret\"}]}]}",
        "{\"id\":7,\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"secret\"}]}]}",
        "{\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"secret\"}]}]} x",
        "{\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"secret\"}]}]}{}"
      })
  void refusesOtherTextWithoutRepeatingIt(String json) {
    assertThatThrownBy(() -> UiMessageRequest.parse(json))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageNotContaining("secret")
        .hasNoCause();
  }

  @Test
  void refusesDeepAndLargeRequests() {
    String deep = "{\"x\":" + "[".repeat(100_000);
    assertThatThrownBy(() -> UiMessageRequest.parse(deep))
        .isInstanceOf(InvalidRequestException.class);
    String id = "{\"id\":\"" + "x".repeat(201) + "\"," + question("\"Who?\"").substring(1);
    assertThatThrownBy(() -> UiMessageRequest.parse(id))
        .isInstanceOf(InvalidRequestException.class);
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return ' ';
          }
        };
    assertThatThrownBy(() -> UiMessageRequest.read(endless))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("4194304 bytes");
  }

  @Test
  void damagedRequestsAreReadOrRefused() {
    Random random = new Random(5);
    int refused = 0;
    int count = 20_000;
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder(REQUEST);
      for (int j = 0; j <= random.nextInt(3); j++) {
        int start = random.nextInt(text.length());
        int end = Math.min(text.length(), start + random.nextInt(6));
        text.replace(start, end, "{}[]\",:\\u00001eE-\uD83D\u2028".substring(random.nextInt(18)));
      }
      try {
        assertThat(UiMessageRequest.parse(text.toString()).question()).isNotBlank();
      } catch (InvalidRequestException e) {
        refused++;
      }
    }
    System.out.printf("%d damaged requests: %d refused, no other failure%n", count, refused);
    assertThat(refused).isBetween(count / 2, count - 1);
  }

  @Test
  void refusesWrongValues() {
    assertThatThrownBy(() -> new UiMessageRequest("", " ", 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new UiMessageRequest("", "Who?", -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
