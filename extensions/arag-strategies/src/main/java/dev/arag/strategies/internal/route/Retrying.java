package dev.arag.strategies.internal.route;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.internal.name.StrategyName;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.Queries;
import java.util.List;
import java.util.Map;

/** Runs a strategy once more, with a note of what went wrong, if its answer is not supported. */
public record Retrying(Strategy inner) implements Strategy {
  /** The name without the inner strategy. */
  public static final String NAME = "retrying";

  /** The role that says what went wrong. */
  static final String REFLECTION = "reflection";

  private static final Prompt REFLECTION_PROMPT = Prompt.read("retrying-reflection");
  private static final Prompt QUESTION = Prompt.read("retrying-question");
  private static final String NO_NOTE = "Search with other words and read before you answer.";

  @Override
  public String name() {
    return StrategyName.of(NAME).around(inner);
  }

  @Override
  public String run(String question, RunContext run) {
    RecordingRun recording = new RecordingRun(run);
    AnswerCheck first = AnswerCheck.of(inner.run(question, recording), run);
    if (first.isSupported() || first.asksBack() || !run.as(REFLECTION).affords(2)) {
      return first.text();
    }
    String again =
        QUESTION.fill(
            Map.of(
                "question", question,
                "problem", problem(first),
                "note", note(first, recording, run)));
    try {
      AnswerCheck second = AnswerCheck.of(inner.run(again, run), run);
      return rank(second) >= rank(first) ? second.text() : first.text();
    } catch (ModelException e) {
      HelperCall.requireNotCancelled(e);
      if (first.text().isBlank()) {
        throw e;
      }
      run.warn(
          "retrying: the model failed in the second attempt. The answer is that of the first one.");
      return first.text();
    }
  }

  private static String problem(AnswerCheck answer) {
    if (answer.isAnswered()) {
      return "its citations are missing or made up.";
    }
    return answer.text().isBlank() ? "it gave no answer." : "it found no answer.";
  }

  private static String note(AnswerCheck first, RecordingRun recording, RunContext run) {
    String prompt =
        REFLECTION_PROMPT.fill(
            Map.of(
                "problem", problem(first),
                "question", run.question(),
                "answer", first.text().isBlank() ? "None." : first.parsed().text(),
                "citations", first.citationsText(),
                "progress", recording.progress().summary()));
    boolean fits = run.as(REFLECTION).freeTokens(List.of(new Message.User(prompt))) > 0;
    String note = fits ? HelperCall.reply(run, REFLECTION, prompt) : "";
    if (!Queries.key(note).isEmpty()) {
      return note.strip();
    }
    run.warn(
        "retrying: there is no note about the first attempt. The second one was made without it.");
    return NO_NOTE;
  }

  /** An answer that says that nothing was found is better than one with made-up citations. */
  private static int rank(AnswerCheck answer) {
    if (answer.isSupported()) {
      return 3;
    }
    if (answer.text().isBlank()) {
      return 0;
    }
    return answer.isAnswered() ? 1 : 2;
  }
}
