package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.internal.failure.FailureClassification;
import dev.arag.agent.trajectory.Step;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The kinds in recorded steps have the names of the constants they are made from. */
class StepKindsTest {
  private static String[] names(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Enum::name).toArray(String[]::new);
  }

  @Test
  void everyKindOfFailureCanBeRecorded() {
    assertThat(names(Step.FailureKind.values()))
        .containsExactly(names(FailureClassification.Kind.values()));
  }

  @Test
  void everyCorrectionCanBeRecorded() {
    LoopMessage[] corrections =
        Stream.of(LoopMessage.values())
            .filter(LoopMessage::isCorrection)
            .toArray(LoopMessage[]::new);
    assertThat(names(Step.NudgeKind.values())).containsExactly(names(corrections));
  }
}
