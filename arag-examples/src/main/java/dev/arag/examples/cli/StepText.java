package dev.arag.examples.cli;

import dev.arag.agent.RunEvent;
import dev.arag.agent.trajectory.Step;
import dev.arag.tools.Observation;
import dev.arag.tools.Snippet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A run's steps as people follow them: the tool, its arguments, and in short what came back. */
final class StepText implements Consumer<RunEvent> {
  private static final int MOST_CHARACTERS = 200;

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
      accept(stepped.step());
    }
  }

  private void accept(Step step) {
    Page page = new Page();
    if (step instanceof Step.ToolUse use) {
      String call = use.call().name() + " " + use.call().arguments();
      page.hanging("  " + use.turn() + "  ", shortened(call), "     ");
      page.hanging("     -> ", shortened(came(use.observation())), "        ");
    } else if (step instanceof Step.ModelFailure failure) {
      page.hanging("  " + failure.turn() + "  ", "the model failed: " + failure.error(), "     ");
    }
    lines.accept(page.text());
  }

  private static String came(Observation observation) {
    List<Snippet> shown = observation.shown();
    if (shown.isEmpty()) {
      return observation.text();
    }
    return Words.count(observation.tokens(), "token")
        + " of "
        + shown.stream().map(StepText::name).distinct().collect(Collectors.joining(", "));
  }

  private static String name(Snippet snippet) {
    return "[" + snippet.chunk() + "] " + snippet.location().title();
  }

  private static String shortened(String text) {
    String line = text.replace('\n', ' ');
    if (line.length() <= MOST_CHARACTERS) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(MOST_CHARACTERS - 1)) ? 1 : 0;
    return line.substring(0, MOST_CHARACTERS - end) + "…";
  }
}
