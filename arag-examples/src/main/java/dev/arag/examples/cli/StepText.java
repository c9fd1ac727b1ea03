package dev.arag.examples.cli;

import dev.arag.agent.RunEvent;
import dev.arag.agent.trajectory.Step;
import dev.arag.tools.Observation;
import dev.arag.tools.Snippet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A run's steps as people follow them, one short line each: what was called, and what came back.
 */
final class StepText implements Consumer<RunEvent> {
  private static final int WIDTH = 78;
  private static final int MOST_ARGUMENTS = 44;

  private final Consumer<String> lines;

  /**
   * @param lines takes text of one or more whole lines
   */
  StepText(Consumer<String> lines) {
    this.lines = lines;
  }

  @Override
  public void accept(RunEvent event) {
    if (event instanceof RunEvent.Stepped stepped) {
      String line = line(stepped.step());
      if (!line.isEmpty()) {
        String turn = "  " + stepped.step().turn() + "  ";
        lines.accept(shortened(TextPage.printable(turn + line), WIDTH) + "\n");
      }
    }
  }

  /** Empty for what needs no line of its own. */
  private static String line(Step step) {
    if (step instanceof Step.ToolUse use) {
      String arguments = shortened(use.call().arguments(), MOST_ARGUMENTS);
      return use.call().name() + " " + arguments + " -> " + came(use.observation());
    }
    if (step instanceof Step.ModelFailure failure) {
      return "the model failed: " + failure.error();
    }
    if (step instanceof Step.Nudge nudge) {
      return "told the model: " + nudge.text();
    }
    if (step instanceof Step.Retry retry) {
      return "again in "
          + Formatting.seconds(retry.pause().toMillis() / 1000.0)
          + ": "
          + retry.error();
    }
    return "";
  }

  private static String came(Observation observation) {
    List<Snippet> shown = observation.shown();
    if (shown.isEmpty()) {
      return observation.text();
    }
    return Formatting.count(observation.tokens(), "token")
        + " of "
        + shown.stream().map(StepText::name).distinct().collect(Collectors.joining(", "));
  }

  private static String name(Snippet snippet) {
    return snippet.chunk() + " " + snippet.location().title();
  }

  private static String shortened(String text, int most) {
    StringBuilder line = new StringBuilder();
    int columns = 0;
    for (int character : text.codePoints().toArray()) {
      String next = Character.toString(character);
      columns += LineWrapper.columns(next);
      if (columns > most) {
        return line.append('…').toString();
      }
      line.append(next);
    }
    return line.toString();
  }
}
