package dev.arag.agent.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Profile;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the requests of the built-in strategies with the golden file. */
class StrategyTextTest {
  @ParameterizedTest
  @EnumSource
  void sendsUnchangedRequests(Profile profile) throws IOException {
    assertThat(StrategyText.requests(profile))
        .isEqualTo(Files.readString(StrategyText.golden(profile)));
  }
}
