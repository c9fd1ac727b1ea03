package dev.arag.agent.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;

class FinishWordTest {
  @Test
  void aLongWordIsCutBesideACharacterAndNotInsideOfIt() {
    assertThat(FinishWord.told(TextNode.valueOf("x".repeat(59) + "😀 and more")))
        .isEqualTo("x".repeat(59) + "…");
  }
}
