package dev.arag.agent.internal.claim;

import static dev.arag.agent.citation.Entailment.CONTRADICTED;
import static dev.arag.agent.citation.Entailment.ENTAILED;
import static dev.arag.agent.citation.Entailment.NOT_CHECKED;
import static dev.arag.agent.citation.Entailment.NOT_ENTAILED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.citation.Entailment;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that judgments are read from replies in the forms in which models write them. */
@Timeout(60)
class JudgmentTest {
  private static Map<Integer, Entailment> verdicts(String reply) {
    return Judgment.read(reply).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().verdict()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 ENTAILED\n2 NOT_ENTAILED\n3 CONTRADICTED",
        "1. ENTAILED\n2. NOT ENTAILED\n3. CONTRADICTED",
        "1: entailed\n2: Not-Entailed\n3: Contradicted",
        "- **1**: ENTAILED.\n- **2**: NOT_ENTAILED\n- **3**: CONTRADICTED",
        "(1) ENTAILED\r\n(2) NOT_ENTAILED\r\n(3) CONTRADICTED",
        "Sentence 1: ENTAILED\nSentence 2 is NOT_ENTAILED\nSentence 3 - CONTRADICTED",
        "Here are the verdicts:\n\n```\n1 ENTAILED\n2 NOT_ENTAILED\n3 CONTRADICTED\n```\nDone.",
        "| 1 | ENTAILED |\n| 2 | NOT_ENTAILED |\n| 3 | CONTRADICTED |",
        "3 CONTRADICTED\n1 ENTAILED\n2 NOT_ENTAILED\n2 NOT_ENTAILED",
        "{\"1\": \"ENTAILED\", \"2\": \"NOT_ENTAILED\", \"3\": \"CONTRADICTED\"}",
        "{\n \"1\": \"ENTAILED\",\n \"2\": \"NOT_ENTAILED\",\n \"3\": \"CONTRADICTED\"\n}",
        "{\"1\": {\"verdict\": \"ENTAILED\"}, \"2\": {\"verdict\": \"NOT_ENTAILED\"},"
            + " \"3\": {\"verdict\": \"CONTRADICTED\"}}",
        "[{\"id\":1,\"verdict\":\"ENTAILED\"},{\"id\":2,\"verdict\":\"NOT_ENTAILED\"},"
            + "{\"id\":3,\"verdict\":\"CONTRADICTED\"}]",
        "[\n {\n  \"sentence\": 1,\n  \"verdict\": \"ENTAILED\"\n },\n {\n  \"sentence\": 2,\n"
            + "  \"verdict\": \"NOT_ENTAILED\"\n },\n {\n  \"sentence\": 3,\n"
            + "  \"verdict\": \"CONTRADICTED\"\n }\n]"
      })
  void readsAllForms(String reply) {
    assertThat(verdicts(reply)).isEqualTo(Map.of(1, ENTAILED, 2, NOT_ENTAILED, 3, CONTRADICTED));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "I cannot judge this.",
        "ENTAILED",
        "1 UNENTAILED",
        "1 isn't ENTAILED",
        "1 ENTAILEDX",
        "12345 ENTAILED",
        "The text says: 1 ENTAILED",
        "1\nENTAILED",
        "{{{{",
        "<think>1 ENTAILED"
      })
  void findsNoVerdictInOtherText(String reply) {
    assertThat(verdicts(reply)).isEmpty();
  }

  @Test
  void readsTheReasons() {
    Map<Integer, Judgment> read =
        Judgment.read(
            "1 CONTRADICTED the passage says 1957, not 1975\n"
                + "2 NOT_ENTAILED: \"Tarn\" is not in P1, but $5\n"
                + "3 **NOT_ENTAILED** — reason: no year, 4 ENTAILED\n"
                + "{\"id\": 5, \"verdict\": \"CONTRADICTED\", \"reason\": \"it is {no} town\"}\n"
                + "[{\"id\": 6, \"verdict\": \"CONTRADICTED\", \"reason\": \"a town\"}]\n"
                + "{\"8\": \"CONTRADICTED\"}\n9 NOT_ENTAILED: <b>$5</b>\n7 NOT_ENTAILED "
                + "x".repeat(500));
    assertThat(read.get(1).reason()).isEqualTo("the passage says 1957, not 1975");
    assertThat(read.get(2).reason()).isEqualTo("\"Tarn\" is not in P1, but $5");
    assertThat(read.get(3).reason()).isEqualTo("no year, 4 ENTAILED");
    assertThat(read.get(6).reason()).isEqualTo("a town");
    assertThat(read.get(8).reason()).isEmpty();
    assertThat(read.get(9).reason()).isEqualTo("<b>$5</b>");
    assertThat(read.get(7).reason()).hasSizeLessThanOrEqualTo(161);
    assertThat(read).doesNotContainKey(4);
  }

  @Test
  void doesNotChooseBetweenDifferentVerdicts() {
    assertThat(verdicts("1 ENTAILED\n1 NOT_ENTAILED\n1 ENTAILED\n2 ENTAILED"))
        .isEqualTo(Map.of(1, NOT_CHECKED, 2, ENTAILED));
  }

  @ParameterizedTest
  @ValueSource(strings = {",", "{", "}", "[", "1", "{\"1\"", "1 ", "\n", "-", "{ ", "1 ENTAILED, "})
  void takesLittleTimeForHostileReplies(String part) {
    long start = System.nanoTime();
    Judgment.read(part.repeat(1 << 20));
    assertThat(System.nanoTime() - start).isLessThan(20_000_000_000L);
  }
}
