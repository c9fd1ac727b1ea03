package dev.arag.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.spi.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the requests of the built-in strategies with the golden file. */
class StrategyTextTest {
  static List<Profile> profiles() {
    return StrategyText.PROFILES;
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void sendsUnchangedRequests(Profile profile) throws IOException {
    assertThat(StrategyText.requests(profile))
        .isEqualTo(Files.readString(StrategyText.golden(profile)));
  }
}
