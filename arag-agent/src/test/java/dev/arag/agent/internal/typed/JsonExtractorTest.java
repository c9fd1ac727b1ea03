package dev.arag.agent.internal.typed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonExtractorTest {
  @ParameterizedTest
  @ValueSource(strings = {"1e2147483649", "-1e2147483649", "1e-2147483649"})
  void anObjectWithANumberWhoseExponentIsTooLargeIsSkipped(String number) {
    assertThat(JsonExtractor.object("{\"year\": " + number + "} {\"year\": 1881}", any -> true))
        .hasValueSatisfying(object -> assertThat(object.get("year").asInt()).isEqualTo(1881));
  }
}
