package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;

class FinishReasonMappingTest {
  @Test
  void doesNotTruncateAFinishReasonInsideASurrogatePair() {
    assertThat(FinishReasonMapping.original(TextNode.valueOf("x".repeat(59) + "😀 and more")))
        .isEqualTo("x".repeat(59) + "…");
  }
}
