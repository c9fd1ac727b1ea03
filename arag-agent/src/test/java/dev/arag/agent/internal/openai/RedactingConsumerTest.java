package dev.arag.agent.internal.openai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the redaction of an API key that a server repeats across several parts of a stream. */
class RedactingConsumerTest {
  private static final String KEY = "sk-sk-sk-7Hq2Zt9LwXv4";

  private static List<String> redact(String... pieces) {
    List<String> received = new ArrayList<>();
    RedactingConsumer text =
        new RedactingConsumer(new SecretRedactor(List.of("Bearer " + KEY)), received::add);
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
