package dev.arag.agent.step;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.agent.model.ModelException;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A step has null, not 0 or an empty text, for a value that it does not have. */
class StepArgumentsTest {
  private static Step toolUse(@Nullable String error, @Nullable String errorType) {
    return new Step.ToolUse(
        1,
        ToolCall.of("1", "keyword_search", "{}"),
        new Observation.Rejected("No."),
        error,
        errorType,
        Duration.ZERO);
  }

  private static Step failure(String errorType, @Nullable Integer group) {
    return new Step.ModelFailure(
        1, "agent", List.of(), "no", ModelException.Kind.OTHER, errorType, group, Duration.ZERO);
  }

  @Test
  void rejectsEmptyTextsForNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> toolUse("", null))
        .withMessage("error must not be empty");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> toolUse(null, ""))
        .withMessage("errorType must not be empty");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> failure("", null))
        .withMessage("errorType must not be empty");
  }

  @Test
  void rejectsGroupZero() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> failure(ModelException.OTHER, 0))
        .withMessage("groupNumber must be at least 1, or null for a call made alone; was 0");
  }
}
