package dev.arag.evaluation;

import dev.arag.agent.Agent;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.row.CitationEntry;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.evaluation.internal.row.RunUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A small results folder: {@code arag} answers three of four questions, {@code direct} two, and was
 * not asked the last one.
 */
final class SampleResults {
  static final Question DESIGNER =
      question("q1", "Where was the designer of the Old Bridge born?", "Tarn", "2hop");
  static final Question YEAR = question("q2", "When was Mira Voss born?", "1881", "1hop");
  static final Question OPEN = question("q3", "Is the Old Bridge open to cars?", "no", "1hop");
  static final Question RIVER = question("q4", "Which river does it cross?", "Avel", "1hop");

  /** A question that no strategy was asked. */
  static final Question UNASKED = question("q5", "Who paid for it?", "the town", "1hop");

  static final List<Question> QUESTIONS = List.of(DESIGNER, YEAR, OPEN, RIVER, UNASKED);

  private static final InMemoryCorpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  private SampleResults() {}

  private static Question question(String id, String text, String gold, String type) {
    return new Question(id, text, List.of(gold), type, List.of(), List.of("k1", "k2"));
  }

  static Path write(Path folder, String model) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve("manifest.json"),
        """
        {"format": "arag-results", "version": 1,
         "configuration": {"model": "%s", "strategies": ["direct", "arag"]}, "information": {}}
        """
            .formatted(model));
    write(
        folder.resolve("arag.jsonl"),
        row("arag", DESIGNER, found(), 2_000),
        row("arag", YEAR, answered(YEAR, "1881"), 1_000),
        row("arag", OPEN, answered(OPEN, "Yes, to cars"), 3_000),
        ResultRow.of(RIVER, null, "The server is not reachable.", details("arag", "", 500)));
    write(
        folder.resolve("direct.jsonl"),
        row("direct", DESIGNER, answered(DESIGNER, "Halden"), 400),
        row("direct", YEAR, answered(YEAR, "In 1881"), 300),
        row("direct", OPEN, answered(OPEN, "No"), 200));
    return folder;
  }

  static void write(Path file, ResultRow... rows) throws IOException {
    List<String> lines = new ArrayList<>();
    for (ResultRow row : rows) {
      lines.add(row.toJson());
    }
    Files.write(file, lines);
  }

  /** A run with a search and a citation. */
  static Trajectory found() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
            .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
            .answer("Tarn\nShe was born in Tarn [k2: \"born in Tarn\"].");
    return Agent.builder(CORPUS, model).build().ask(DESIGNER.text()).trajectory();
  }

  static Trajectory answered(Question question, String text) {
    ScriptedChatModel model = ScriptedChatModel.script();
    // The loop asks for searches and citations before it accepts an answer.
    model.call("keyword_search", Map.of("keywords", List.of("Voss")));
    for (int i = 0; i < 5; i++) {
      model.answer(text);
    }
    return Agent.builder(CORPUS, model).build().ask(question.text()).trajectory();
  }

  static ResultRow row(String strategy, Question question, Trajectory run, long millis) {
    RunDetails details = details(strategy, run.shortAnswer().orElse(""), millis);
    return ResultRow.of(
        question,
        run,
        null,
        new RunDetails(
            strategy,
            "default",
            0,
            Map.of(),
            details.shortAnswer(),
            run.stopReason(),
            run.outcome().orElse(null),
            null,
            details.usage(),
            millis,
            false,
            run.citations().stream().map(CitationEntry::of).toList(),
            run.toJson()));
  }

  /** The usage is fixed, because that of a run depends on the length of the prompts. */
  private static RunDetails details(String strategy, String answer, long millis) {
    boolean isAgent = strategy.equals("arag");
    return new RunDetails(
        strategy,
        "default",
        0,
        Map.of(),
        answer,
        answer.isEmpty() ? StopReason.MODEL_FAILED : StopReason.ANSWERED,
        answer.isEmpty() ? null : Outcome.ANSWERED,
        answer.isEmpty() ? "transport" : null,
        isAgent
            ? new RunUsage(3, 3, 2, 40, 3_000, 1_000, 60, 0.5)
            : new RunUsage(1, 1, 0, 0, 200, 0, 10, 0.1),
        millis,
        false,
        List.of(),
        "");
  }
}
