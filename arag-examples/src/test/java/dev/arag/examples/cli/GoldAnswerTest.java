package dev.arag.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GoldAnswerTest {
  @ParameterizedTest
  @CsvSource({
    "'It was Tarn.', Tarn, true",
    "'in the year 1,871', '1,871', true",
    "'The United-States', united states, true",
    "'the Beatles', Beatles, true",
    "'eyes', yes, false",
    "'Tarnow', Tarn, false",
    "'', Tarn, false",
  })
  void ignoresCasePunctuationAndArticles(String text, String answer, boolean expected) {
    assertThat(GoldAnswer.isIn(text, List.of("nothing else", answer))).isEqualTo(expected);
  }
}
