package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.step.Step;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that each kind of recorded correction has the same name as its message. */
class StepKindsTest {
  private static String[] names(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Enum::name).toArray(String[]::new);
  }

  @Test
  void definesAKindForEveryCorrection() {
    LoopMessage[] corrections =
        Stream.of(LoopMessage.values())
            .filter(LoopMessage::isCorrection)
            .toArray(LoopMessage[]::new);
    assertThat(names(Step.CorrectionKind.values())).containsExactly(names(corrections));
  }
}
