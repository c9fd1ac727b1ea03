package dev.arag.cli.internal.report;

import dev.arag.agent.event.RunEvent;
import dev.arag.cli.internal.console.CommandOutput;
import dev.arag.cli.internal.console.LiveText;
import dev.arag.cli.internal.console.TextPage;
import java.util.function.Consumer;

/** Shows the answer of a run while the model writes it, below the steps of the run. */
public final class AnswerDraft implements Consumer<RunEvent> {
  private final LiveText live;
  private final StepText steps;
  private final StringBuilder answer = new StringBuilder();

  /**
   * @param output receives the steps
   * @param live receives the answer
   */
  public AnswerDraft(CommandOutput output, LiveText live) {
    this.live = live;
    this.steps =
        new StepText(
            line -> {
              live.show("");
              output.draw(line);
              show();
            });
  }

  @Override
  public void accept(RunEvent event) {
    if (event instanceof RunEvent.AnswerText part) {
      answer.append(part.text());
      show();
    } else if (event instanceof RunEvent.AnswerCitation marker) {
      marker.sources().forEach(source -> answer.append(AnswerText.marker(source.number())));
      show();
    } else if (event instanceof RunEvent.AnswerDiscarded) {
      answer.setLength(0);
      show();
    } else {
      steps.accept(event);
    }
  }

  private void show() {
    live.show(new TextPage().block("", answer.toString()).text().stripTrailing());
  }

  /** Shows the whole result, which starts with the answer. */
  public void finish(Consumer<? super TextPage> result) {
    TextPage page = new TextPage();
    result.accept(page);
    live.show(page.text());
  }
}
