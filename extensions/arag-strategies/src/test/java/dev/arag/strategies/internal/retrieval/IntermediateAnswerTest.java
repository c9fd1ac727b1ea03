package dev.arag.strategies.internal.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntermediateAnswerTest {
  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "NOT FOUND", "NOT_FOUND.", "**NOT FOUND** x", "NOT FOUND: x"})
  void recognizesAnAnswerThatNothingWasFound(String answer) {
    assertThat(IntermediateAnswer.isNotFound(answer)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NOT FOUNDED in 1881",
        "Not found guilty",
        "In Tarn. NOT FOUND: x",
        "答案 NOT FOUND"
      })
  void recognizesOtherAnswers(String answer) {
    assertThat(IntermediateAnswer.isNotFound(answer)).isFalse();
  }
}
