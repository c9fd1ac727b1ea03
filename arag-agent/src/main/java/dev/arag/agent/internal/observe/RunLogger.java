package dev.arag.agent.internal.observe;

import dev.arag.agent.event.RunEvent;
import dev.arag.agent.event.RunObserver;
import dev.arag.agent.internal.failure.StackTraceText;
import dev.arag.agent.model.Reply;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.step.Usage;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.error.AragException;
import dev.arag.tools.call.Observation;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs a run to the logger {@code dev.arag.agent.Run}. The end of the run is one line: at WARN,
 * with the last failure, if a model call failed or there is no answer, otherwise at INFO. Retried
 * attempts and failed custom tools are logged at WARN, and everything else at DEBUG. For privacy,
 * questions, corpus text, replies, and answers are never logged. The message of a failure is
 * logged, because a web page does not show it and nothing else tells the operator what is wrong.
 */
public final class RunLogger implements RunObserver {
  private static final Logger LOG = LoggerFactory.getLogger("dev.arag.agent.Run");

  private String model = "the model";
  private List<String> tools = List.of();

  @Override
  public void onEvent(RunEvent event) {
    if (event instanceof RunEvent.TurnStarted started) {
      model = started.model() == null ? "the model" : started.model();
      LOG.debug("Turn {}: sending a request to {} as {}.", started.turn(), model, started.role());
    } else if (event instanceof RunEvent.StepCompleted completed) {
      log(completed.step());
    } else if (event instanceof RunEvent.Finished finished) {
      log(finished.trajectory());
    }
  }

  private void log(Step step) {
    if (step instanceof Step.ModelCall call) {
      tools = call.request().tools();
      log(call);
    } else if (step instanceof Step.Retry retry) {
      LOG.warn(
          "Turn {}: {} failed after {} ms ({}); the next attempt follows in {} ms.",
          retry.turn(),
          model,
          retry.elapsed().toMillis(),
          retry.errorType(),
          retry.pause().toMillis());
    } else if (step instanceof Step.ModelFailure failure) {
      LOG.debug(
          "Turn {}: {} failed after {} ms ({}).",
          failure.turn(),
          model,
          failure.elapsed().toMillis(),
          failure.errorType());
    } else if (step instanceof Step.ToolUse use) {
      log(use);
    } else if (step instanceof Step.Correction correction) {
      LOG.debug(
          "Turn {}: sent a correction to the model ({}).", correction.turn(), correction.kind());
    }
  }

  private void log(Step.ModelCall call) {
    Reply.Tokens tokens = call.tokens();
    Reply.Form form = call.reply().form();
    LOG.debug(
        "Turn {}: {} replied after {} ms, {} tokens in ({} cached), {} out, {} calls, ended by {}"
            + " '{}'{}{}.",
        call.turn(),
        model,
        call.elapsed().toMillis(),
        tokens.input(),
        tokens.cachedInput(),
        tokens.output(),
        call.reply().calls().size(),
        call.reply().finish(),
        form.finishWord() == null ? "" : form.finishWord(),
        form.leftOut().isEmpty() ? "" : ", omitted " + String.join(", ", form.leftOut()),
        form.closing() == null ? "" : ", closing call " + form.closing());
  }

  /**
   * Logs a tool call. An unknown tool name is not logged, because the model may put any text into
   * it.
   */
  private void log(Step.ToolUse use) {
    String name = use.call().name();
    LOG.debug(
        "Turn {}: {} {} after {} ms, {} tokens.",
        use.turn(),
        use.isShow() || tools.contains(name) ? name : "an unknown tool",
        use.observation() instanceof Observation.Rejected ? "was rejected" : "was executed",
        use.elapsed().toMillis(),
        use.observation().tokens());
    if (use.hasFailed()) {
      LOG.warn("Turn {}: {} failed: {}", use.turn(), name, use.error());
    }
  }

  private static void log(Trajectory run) {
    Usage usage = run.usage();
    String failure = failure(run);
    LOG.atLevel(failure.isEmpty() ? Level.INFO : Level.WARN)
        .log(
            "The run ended {} an answer ({}): {} turns, {} model calls, {} tool calls, {} tokens"
                + " in, {} out, {} ms.{}",
            run.answer().isPresent() ? "with" : "without",
            run.outcome()
                .filter(each -> each != Outcome.ANSWERED)
                .map(each -> run.stopReason() + ", " + each)
                .orElse(run.stopReason().name()),
            usage.turns(),
            usage.modelCalls(),
            usage.toolCalls(),
            usage.inputTokens(),
            usage.outputTokens(),
            usage.elapsed().toMillis(),
            failure.isEmpty() ? "" : " " + failure);
  }

  /** Returns the last failure of a model, or why there is no answer; empty if nothing failed. */
  private static String failure(Trajectory run) {
    StopReason reason = run.stopReason();
    if (reason == StopReason.CANCELLED) {
      return "";
    }
    String last = "";
    for (Step step : run.steps()) {
      last = step instanceof Step.ModelFailure failed ? failed.error() : last;
    }
    return last.isEmpty() && run.answer().isEmpty()
        ? reason.description()
        : StackTraceText.line(last);
  }

  /** Logs the message of exceptions of the library only. Others may contain any text. */
  @Override
  public void failed(Throwable failure) {
    LOG.warn(
        "The run failed with an exception ({}){}",
        failure.getClass().getName(),
        failure instanceof AragException
            ? ": " + StackTraceText.line(String.valueOf(failure.getMessage()))
            : ".");
  }
}
