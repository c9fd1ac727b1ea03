package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the redaction of an API key that a server repeats across several parts of a stream. */
class RedactingConsumerTest {
  private static final String KEY = "sk-sk-sk-7Hq2Zt9LwXv4";

  private static final SecretRedactor REDACTOR = new SecretRedactor(List.of("Bearer " + KEY));

  private static List<String> redact(String... pieces) {
    List<String> received = new ArrayList<>();
    RedactingConsumer text = new RedactingConsumer(REDACTOR, received::add);
    for (String piece : pieces) {
      text.accept(piece);
    }
    text.end();
    return received;
  }

  @Test
  void redactsTheKeyWhereverItIsSplit() {
    String whole = "Your key is " + KEY + ", and sk-s is not it.";
    for (int one = 0; one < whole.length(); one++) {
      for (int two = one; two < whole.length(); two++) {
        List<String> received =
            redact(whole.substring(0, one), whole.substring(one, two), whole.substring(two));
        assertThat(String.join("", received)).isEqualTo("Your key is [key], and sk-s is not it.");
        assertThat(received).doesNotContain("");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void redactsPartsLikeTheWholeText(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      StringBuilder whole = new StringBuilder();
      for (int part = 0; part < 5; part++) {
        whole.append(KEY, 0, random.nextInt(KEY.length() + 1));
      }
      List<String> pieces = new ArrayList<>();
      for (int at = 0; at < whole.length(); ) {
        int end = Math.min(whole.length(), at + 1 + random.nextInt(7));
        pieces.add(whole.substring(at, end));
        at = end;
      }
      assertThat(String.join("", redact(pieces.toArray(String[]::new))))
          .isEqualTo(whole.toString().replace(KEY, "[key]"));
    }
  }

  /** Returns texts that contain a key as encodings write it. */
  static Stream<String> encodedKeys() {
    String key = "sk-\\+/7Hq2Zt9LwXv4~=\"";
    String json = key.replace("\\", "\\\\").replace("\"", "\\\"").replace("/", "\\/");
    String unicode = hex("\\u%04x", key);
    Stream<String> escaped =
        Stream.of(
            json,
            json.replace("\\", "\\\\").replace("-", "\\u002D"),
            unicode,
            unicode.replace("\\", "\\\\\\\\"),
            URLEncoder.encode(key, StandardCharsets.UTF_8),
            hex("%%%02X", key),
            hex("%%25%02x", key));
    Stream<String> base64 =
        Stream.of("", ":", "x:", "Bearer ")
            .map(before -> (before + key + "\n").getBytes(StandardCharsets.UTF_8))
            .flatMap(
                text ->
                    Stream.of(Base64.getEncoder(), Base64.getUrlEncoder())
                        .map(encoder -> encoder.encodeToString(text).replace("/", "\\/")));
    return Stream.concat(escaped, base64).map(each -> each + "|" + key);
  }

  private static String hex(String format, String key) {
    return key.chars().mapToObj(format::formatted).collect(Collectors.joining());
  }

  @ParameterizedTest
  @MethodSource("encodedKeys")
  void redactsAnEncodedKeyWhereverItIsSplit(String text) {
    int bar = text.indexOf('|');
    String key = text.substring(bar + 1);
    String whole = "Key: " + text.substring(0, bar) + ".";
    SecretRedactor redactor = new SecretRedactor(List.of(key));
    for (int at = 0; at < whole.length(); at++) {
      List<String> received = new ArrayList<>();
      RedactingConsumer parts = new RedactingConsumer(redactor, received::add);
      parts.accept(whole.substring(0, at));
      parts.accept(whole.substring(at));
      parts.end();
      // At most ten characters of Base64 depend on the text before and after the key.
      assertThat(String.join("", received)).matches("Key: [^\\[]{0,10}\\[key].{0,5}\\.");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\", "%25", "sk-sk-sk-7", "sk-\\u002d", "\\\\u0073"})
  void readsRepetitiveTextInLinearTime(String unit) {
    assertThat(String.join("", redact(unit.repeat(100_000 / unit.length())))).startsWith(unit);
  }

  @Test
  void holdsTextBackOnlyIfItMayBeTheKey() {
    assertThat(redact("In ", "Tarn.")).containsExactly("In ", "Tarn.");
  }

  @Test
  void doesNotRedactAShortKey() {
    List<String> received = new ArrayList<>();
    RedactingConsumer text =
        new RedactingConsumer(new SecretRedactor(List.of("Bearer none")), received::add);
    text.accept("none of it");
    assertThat(received).containsExactly("none of it");
  }
}
