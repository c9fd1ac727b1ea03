package dev.arag.agent.internal.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureDetailsTest {
  @Test
  void doesNotTruncateAMessageInsideASurrogatePair() {
    String message = "x".repeat(299) + "😀 and more";
    assertThat(FailureDetails.of(new IllegalStateException(message)).message())
        .isEqualTo("x".repeat(299) + "…");
    String far = "x".repeat(19_999) + "😀 and more";
    assertThat(FailureDetails.of(new IllegalStateException(far)).searchText())
        .isEqualTo("x".repeat(19_999));
  }
}
