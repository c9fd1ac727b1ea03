package dev.arag.evaluation.internal.row;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.budget.Prices;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.Usage;
import dev.arag.agent.trajectory.Trajectory;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resources that one run used.
 *
 * @param turns the number of requests to the main model, without the closing call (the last
 *     request, without tools)
 * @param modelCalls the number of requests to the models of all roles, including the closing call
 *     and failed calls
 * @param toolCalls the number of tool calls, including rejected calls
 * @param retrievedTokens the number of o200k tokens of corpus text that the model was shown
 * @param inputTokens the number of input tokens of all requests
 * @param cachedInputTokens the part of {@code inputTokens} that the server had cached
 * @param outputTokens the number of output tokens of all replies
 * @param cost the cost of all model calls, in the currency of the prices; null if no prices are
 *     known
 */
public record RunUsage(
    int turns,
    int modelCalls,
    int toolCalls,
    long retrievedTokens,
    long inputTokens,
    long cachedInputTokens,
    long outputTokens,
    @Nullable Double cost) {
  /** The usage of a run that failed before it sent a request. */
  public static final RunUsage NONE = new RunUsage(0, 0, 0, 0, 0, 0, 0, null);

  /**
   * Computes the usage of a run.
   *
   * @param prices the prices of the models; null if they are unknown
   */
  public static RunUsage of(Trajectory trajectory, @Nullable Prices prices) {
    List<Step> steps = requireNonNull(trajectory, "trajectory").steps();
    Usage usage = Usage.of(steps, Duration.ZERO);
    int closing = (int) steps.stream().filter(RunUsage::isClosing).count();
    return new RunUsage(
        usage.turns() - closing,
        usage.modelCalls(),
        usage.toolCalls(),
        usage.retrievedTokens(),
        usage.inputTokens(),
        usage.cachedInputTokens(),
        usage.outputTokens(),
        prices == null ? null : cost(steps, prices));
  }

  private static boolean isClosing(Step step) {
    return step instanceof Step.ModelCall call && call.request().isClosing();
  }

  private static double cost(List<Step> steps, Prices prices) {
    double cost = 0;
    for (Step step : steps) {
      if (step instanceof Step.ModelCall call) {
        cost +=
            prices.of(
                call.role(),
                call.tokens().input(),
                call.tokens().cachedInput(),
                call.tokens().output());
      }
    }
    return cost;
  }
}
