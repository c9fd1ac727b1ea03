package dev.arag.agent.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Compares the requests of the built-in strategies with the golden file. */
class StrategyTextTest {
  @Test
  void sendsUnchangedRequests() throws IOException {
    assertThat(StrategyText.requests()).isEqualTo(Files.readString(StrategyText.GOLDEN));
  }
}
