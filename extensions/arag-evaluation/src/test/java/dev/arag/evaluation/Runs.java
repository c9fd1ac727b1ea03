package dev.arag.evaluation;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.row.CitationEntry;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.evaluation.internal.row.RunUsage;
import java.util.List;
import java.util.Map;

/**
 * Runs of scripted models over a small corpus: the gold chunks are {@code ann} and {@code tarn}.
 */
public final class Runs {
  /** A question whose gold support are the chunks {@code ann} and {@code tarn}. */
  public static final Question QUESTION =
      new Question(
          "q1",
          "In which country was Ann Lee born?",
          List.of("Norway"),
          "2hop",
          List.of(),
          List.of("ann", "tarn"));

  public static final InMemoryCorpus CORPUS =
      corpus("Tarn is a small town at a lake. Tarn is in Norway.");

  private Runs() {}

  public static Trajectory run(ScriptedChatModel model) {
    return run(model, Budget.defaults());
  }

  /** Returns a corpus in which the chunk {@code tarn} has the given text. */
  public static InMemoryCorpus corpus(String tarn) {
    return InMemoryCorpus.of(
        Document.builder("ann", "Ann Lee was a painter. Ann Lee was born in Tarn in 1871.").build(),
        Document.builder("tarn", tarn).build(),
        Document.builder("bob", "Bob Lee was a sculptor. Bob Lee was born in Denmark.").build(),
        Document.builder("iron", "Iron is a metal. Copper is another metal.").build());
  }

  public static Trajectory run(ScriptedChatModel model, Budget budget) {
    return run(CORPUS, model, budget);
  }

  public static Trajectory run(InMemoryCorpus corpus, ScriptedChatModel model, Budget budget) {
    Agent agent = Agent.builder(corpus, model).budget(budget).build();
    try {
      return agent.ask(QUESTION.text()).trajectory();
    } catch (NoAnswerException e) {
      return e.trajectory();
    }
  }

  public static ScriptedChatModel search(String... words) {
    return ScriptedChatModel.script().call("keyword_search", Map.of("keywords", List.of(words)));
  }

  public static Map<String, List<String>> read(String... ids) {
    return Map.of("chunk_ids", List.of(ids));
  }

  /** A run that searches for Ann Lee, reads {@code ann} and answers. */
  public static Trajectory answered(String answer) {
    return run(search("Ann Lee").call("chunk_read", read("ann")).answer(answer));
  }

  public static RunDetails details(Trajectory trajectory) {
    return new RunDetails(
        "arag",
        "default",
        0,
        Map.of(),
        trajectory.shortAnswer().orElse(""),
        trajectory.stopReason(),
        trajectory.outcome().orElse(null),
        null,
        RunUsage.of(trajectory, null),
        1234,
        false,
        trajectory.citations().stream().map(CitationEntry::of).toList(),
        trajectory.toJson());
  }

  public static ResultRow row(Question question, Trajectory trajectory) {
    return ResultRow.of(question, trajectory, null, details(trajectory));
  }
}
