package dev.arag.micrometer.internal;

import dev.arag.agent.event.RunEvent;
import dev.arag.agent.event.RunObserver;
import dev.arag.agent.model.Reply;
import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.call.Observation;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Records the metrics of one run. */
public final class RunMeters implements RunObserver {
  private static final String NONE = "none";
  private static final String UNKNOWN = "unknown";
  private static final String ERROR = "error.type";

  private final MeterRegistry registry;
  private final long startNanos = System.nanoTime();

  /** The calls that have started, by the number of their turn. */
  private final Map<Integer, RunEvent.TurnStarted> turns = new HashMap<>();

  /** The start times of the attempts that have not ended, by the number of their turn. */
  private final Map<Integer, Long> attemptNanos = new HashMap<>();

  private RunEvent.TurnStarted turn = new RunEvent.TurnStarted(0, "", null, "other");
  private List<String> offeredTools = List.of();
  private boolean isCallMade;
  private boolean isToolCalled;

  public RunMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void onEvent(RunEvent event) {
    if (event instanceof RunEvent.TurnStarted started) {
      turn = started;
      turns.put(started.turn(), started);
      isCallMade = false;
    } else if (event instanceof RunEvent.ToolCalled) {
      isToolCalled = true;
    } else if (event instanceof RunEvent.StepCompleted completed) {
      count(completed.step());
    } else if (event instanceof RunEvent.Finished finished) {
      count(finished.trajectory());
    }
  }

  @Override
  public Runnable wrap(Runnable work) {
    if (isToolCalled) {
      return work;
    }
    isCallMade = true;
    attemptNanos.put(turn.turn(), System.nanoTime());
    return work;
  }

  private void count(Step step) {
    turn = turns.getOrDefault(step.turn(), turn);
    if (step instanceof Step.ModelCall call) {
      offeredTools = call.request().tools();
      count(call);
    } else if (step instanceof Step.Retry retry) {
      attempt(chat(UNKNOWN, retry.errorType()), false);
    } else if (step instanceof Step.ModelFailure failure) {
      attempt(chat(UNKNOWN, failure.errorType()), false);
    } else if (step instanceof Step.ToolUse use && !use.isShow()) {
      count(use);
    }
  }

  private void count(Step.ModelCall call) {
    Tags tags = chat(call.reply().model(), NONE);
    attempt(tags, true);
    Reply.Tokens tokens = call.tokens();
    if (!tokens.isEstimated()) {
      tokens("input", tokens.input(), call);
      tokens("output", tokens.output(), call);
    }
  }

  /**
   * Records an attempt exactly once. A failure that is reported after the attempt has ended is not
   * counted as another attempt. A successful attempt is always counted: of the calls that are made
   * at the same time, retried attempts are not wrapped, so their start is unknown.
   */
  private void attempt(Tags tags, boolean isSuccess) {
    Long start = attemptNanos.remove(turn.turn());
    if (start != null || !isCallMade || isSuccess) {
      long nanos = start == null ? 0 : System.nanoTime() - start;
      // Micrometer before 1.16 has no MeterRegistry.timer(String, Tags).
      Timer.builder("arag.client.operation.duration")
          .tags(tags)
          .register(registry)
          .record(nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void tokens(String type, long count, Step.ModelCall call) {
    DistributionSummary.builder("arag.client.token.usage")
        .baseUnit("tokens")
        .tags(model(call.reply().model()).and("gen_ai.token.type", type))
        .register(registry)
        .record((double) count);
  }

  private Tags chat(@Nullable String responseModel, String errorType) {
    return model(responseModel).and(ERROR, orUnknown(errorType));
  }

  private Tags model(@Nullable String responseModel) {
    return Tags.of(
        "gen_ai.operation.name",
        "chat",
        "gen_ai.provider.name",
        turn.provider(),
        "gen_ai.request.model",
        orUnknown(turn.model()),
        "gen_ai.response.model",
        orUnknown(responseModel));
  }

  private static String orUnknown(@Nullable String value) {
    return value == null || value.isEmpty() ? UNKNOWN : value;
  }

  /**
   * Records a tool call. Tool names that the model invented are replaced, because tags must have
   * few distinct values.
   */
  private void count(Step.ToolUse use) {
    isToolCalled = false;
    String name = use.call().name();
    boolean isRejected = use.observation() instanceof Observation.Rejected;
    registry
        .timer(
            "arag.execute_tool.duration",
            "gen_ai.tool.name",
            offeredTools.contains(name) ? name : UNKNOWN,
            ERROR,
            isRejected ? "rejected" : NONE)
        .record(use.elapsed());
  }

  private void count(Trajectory run) {
    String reason = run.stopReason().name().toLowerCase(Locale.ROOT);
    String outcome = run.outcome().map(each -> each.name().toLowerCase(Locale.ROOT)).orElse(NONE);
    end(reason, outcome, run.answer().isPresent() ? NONE : reason);
  }

  @Override
  public void failed(Throwable failure) {
    end(UNKNOWN, UNKNOWN, failure.getClass().getName());
  }

  private void end(String reason, String outcome, String errorType) {
    registry
        .timer(
            "arag.invoke_agent.duration",
            "arag.stop_reason",
            reason,
            "arag.outcome",
            outcome,
            ERROR,
            errorType)
        .record(System.nanoTime() - startNanos, TimeUnit.NANOSECONDS);
  }
}
