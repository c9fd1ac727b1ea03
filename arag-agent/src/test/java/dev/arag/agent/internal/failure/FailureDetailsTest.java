package dev.arag.agent.internal.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureDetailsTest {
  @Test
  void aLongMessageIsCutBesideACharacterAndNotInsideOfIt() {
    String message = "x".repeat(299) + "😀 and more";
    assertThat(FailureDetails.of(new IllegalStateException(message)).said())
        .isEqualTo("x".repeat(299) + "…");
    String far = "x".repeat(19_999) + "😀 and more";
    assertThat(FailureDetails.of(new IllegalStateException(far)).text())
        .isEqualTo("x".repeat(19_999));
  }
}
