package dev.arag.cli.internal.report;

import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.Step;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.LineWrapper;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Prints one short line for each step of a run, such as a tool call with its result. */
public final class StepText implements Consumer<RunEvent> {
  private static final int WIDTH = 78;
  private static final int MAX_ARGUMENT_COLUMNS = 44;

  /** The error type of a request that Ctrl-C ended. */
  private static final String CANCELLED = "cancelled";

  private final Consumer<String> lines;

  /**
   * @param lines receives complete lines
   */
  public StepText(Consumer<String> lines) {
    this.lines = lines;
  }

  @Override
  public void accept(RunEvent event) {
    if (event instanceof RunEvent.StepCompleted completed) {
      String line = line(completed.step());
      if (!line.isEmpty()) {
        String turn = "  " + completed.step().turn() + "  ";
        lines.accept(truncate(TextPage.printable(turn + line), WIDTH) + "\n");
      }
    }
  }

  /** Formats a step; empty for steps that are not shown. */
  private static String line(Step step) {
    if (step instanceof Step.ToolUse use) {
      String arguments = truncate(use.call().arguments(), MAX_ARGUMENT_COLUMNS);
      return use.call().name() + " " + arguments + " -> " + result(use.observation());
    }
    if (step instanceof Step.ModelFailure failure) {
      return failure.errorType().equals(CANCELLED) ? "" : "the model failed: " + failure.error();
    }
    if (step instanceof Step.Correction correction) {
      return "sent to the model: " + correction.text();
    }
    if (step instanceof Step.Retry retry) {
      return "retrying in "
          + Formatting.seconds(retry.pause().toMillis() / 1000.0)
          + ": "
          + retry.error();
    }
    return "";
  }

  private static String result(Observation observation) {
    List<Snippet> shown = observation.shown();
    if (shown.isEmpty()) {
      return observation.text();
    }
    return Formatting.count(observation.tokens(), "token")
        + " of "
        + shown.stream().map(StepText::name).distinct().collect(Collectors.joining(", "));
  }

  private static String name(Snippet snippet) {
    return snippet.chunkId() + " " + snippet.location().title();
  }

  private static String truncate(String text, int maxColumns) {
    StringBuilder line = new StringBuilder();
    int columns = 0;
    for (int character : text.codePoints().toArray()) {
      String next = Character.toString(character);
      columns += LineWrapper.columns(next);
      if (columns > maxColumns) {
        return line.append('…').toString();
      }
      line.append(next);
    }
    return line.toString();
  }
}
