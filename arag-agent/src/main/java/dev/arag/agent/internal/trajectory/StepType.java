package dev.arag.agent.internal.trajectory;

import dev.arag.agent.trajectory.Step;
import java.util.stream.Stream;

/** The kinds of steps by their names in the file. */
enum StepType {
  MODEL_CALL("modelCall", Step.ModelCall.class),
  MODEL_FAILURE("modelFailure", Step.ModelFailure.class),
  TOOL_USE("toolUse", Step.ToolUse.class),
  RETRY("retry", Step.Retry.class),
  NUDGE("nudge", Step.Nudge.class);

  private final String jsonName;
  private final Class<? extends Step> type;

  StepType(String jsonName, Class<? extends Step> type) {
    this.jsonName = jsonName;
    this.type = type;
  }

  String jsonName() {
    return jsonName;
  }

  static StepType of(Step step) {
    return Stream.of(values()).filter(each -> each.type.isInstance(step)).findFirst().orElseThrow();
  }

  static StepType named(String name) {
    return Stream.of(values())
        .filter(each -> each.jsonName.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no step '" + name + "'"));
  }
}
