package dev.arag.cli.internal;

import static dev.arag.cli.internal.FaultyLlm.ScriptedReply.call;
import static dev.arag.cli.internal.FaultyLlm.ScriptedReply.error;
import static dev.arag.cli.internal.FaultyLlm.ScriptedReply.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.Agent;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the measurement of live models. A server makes a known number of mistakes of each kind, and
 * the computed metrics must match these numbers.
 */
@Timeout(600)
final class LiveFiguresTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge over the river Sorrel was designed by Mira Voss."),
          Document.of(
              "k2",
              "Mira Voss was born in Tarn in 1881, in the house of a miller. "
                  + "The mill stood by the river and ground the corn of the whole valley. "
                      .repeat(10)));
  private static final String SEARCH = "{\"keywords\":[\"Mira Voss\"]}";
  private static final String READ = "{\"chunk_ids\":[\"k2\"]}";
  private static final String CITED = "Tarn [k2]\nEvidence:\n[k2] \"was born in Tarn in 1881\"";

  @TempDir Path folder;

  private static LiveQuestion question(String id) {
    return new LiveQuestion(id, id + "?", List.of("Tarn"));
  }

  /**
   * Scripts eight kinds of runs. The comment before each run states how the run counts in the
   * metrics.
   */
  private static List<LiveQuestion> script(FaultyLlm llm) {
    // 2 calls, both valid; 1 chunk read; id cited; 1 quote, verified; correct answer
    llm.answer("good?", call("keyword_search", SEARCH), call("chunk_read", READ), text(CITED));
    // 2 calls, 1 valid; 1 chunk read; id cited; 1 quote, verified; correct answer
    llm.answer(
        "arguments?",
        call("chunk_read", "{\"chunk_ids\":{\"first\":true}}"),
        call("chunk_read", READ),
        text(CITED));
    // 2 calls, 1 valid; no chunk read; id cited; no quote; correct answer
    llm.answer(
        "tool?", call("find_everything", "{}"), call("keyword_search", SEARCH), text("Tarn [k2]"));
    // 2 calls, both valid; 2 chunk reads, 1 repeated; id cited; 1 quote, invented; wrong answer
    llm.answer(
        "again?",
        call("chunk_read", READ),
        call("chunk_read", READ),
        text("Quillhaven [k2]\nEvidence:\n[k2] \"she grew up in Quillhaven among sailors\""));
    // 1 call, valid; 1 chunk read; no id cited, even after a correction; correct answer
    llm.answer("ids?", call("chunk_read", READ), text("In Tarn."), text("In Tarn, I said."));
    // 1 call, valid; no chunk read; NOT FOUND, even after a correction
    llm.answer(
        "absent?",
        call("keyword_search", "{\"keywords\":[\"Zanzibar\"]}"),
        text("NOT FOUND\nNo chunk speaks of it."));
    // no call; no answer because the server fails
    llm.answer("refused?", error(401));
    // 1 call, valid; 1 chunk read; id cited; 1 quote with a changed word (NEAR); correct answer
    llm.answer(
        "near?",
        call("chunk_read", READ),
        text(
            "Tarn [k2]\nEvidence:\n"
                + "[k2] \"Mira Voss was born in Tarn in 1881, in the home of a miller\""));
    return Stream.of("good", "arguments", "tool", "again", "ids", "absent", "refused", "near")
        .map(LiveFiguresTest::question)
        .toList();
  }

  @Test
  void countsEachScriptedMistake() throws Exception {
    LiveFigures figures = new LiveFigures();
    List<LiveQuestion> questions;
    try (FaultyLlm llm = new FaultyLlm()) {
      questions = script(llm);
      OpenAiCompatible endpoint = OpenAiCompatible.of(llm.start(), "faulty-1", "");
      Agent agent = Agent.builder(CORPUS, endpoint.chatModel()).build();
      new LiveRuns(3, 4, folder).ask(agent, questions, figures);
    }
    assertThat(figures.runs()).isEqualTo(24);
    assertThat(figures.validCalls()).isEqualTo(new LiveFigures.Share(3 * 9, 3 * 11));
    assertThat(figures.answersWithIds()).isEqualTo(new LiveFigures.Share(3 * 5, 3 * 7));
    assertThat(figures.verifiedQuotes()).isEqualTo(new LiveFigures.Share(3 * 3, 3 * 4));
    assertThat(figures.repeatedReads()).isEqualTo(new LiveFigures.Share(3, 3 * 6));
    assertThat(figures.abstentions()).isEqualTo(3);
    assertThat(figures.withoutAnswer()).isEqualTo(3);
    assertThat(figures.withGold()).isEqualTo(3 * 5);
    assertThat(figures.targets()).noneMatch(LiveFigures.Target::isMet);
    assertThat(figures.row("faulty-1", "2026-11-22", "8 questions, 3 runs"))
        .startsWith(
            "| faulty-1 | 2026-11-22 | 8 questions, 3 runs | 81.8 % (27 of 33) **missed** |");
    assertThat(countedAgain(questions).row("m", "d", "w")).isEqualTo(figures.row("m", "d", "w"));
  }

  /** Computes the metrics from the saved trajectories. */
  private LiveFigures countedAgain(List<LiveQuestion> questions) {
    LiveFigures figures = new LiveFigures();
    for (LiveQuestion question : questions) {
      for (int time = 1; time <= 3; time++) {
        Trajectory run = Trajectory.read(folder.resolve(question.id() + "-" + time + ".json"));
        figures.add(run, question.answers());
      }
    }
    return figures;
  }

  @Test
  void modelWithoutMistakesMeetsEveryTarget() throws Exception {
    LiveFigures figures = new LiveFigures();
    try (FaultyLlm llm = new FaultyLlm()) {
      List<LiveQuestion> questions = script(llm).subList(0, 1);
      OpenAiCompatible endpoint = OpenAiCompatible.of(llm.start(), "faulty-1", "");
      Agent agent = Agent.builder(CORPUS, endpoint.chatModel()).build();
      new LiveRuns(3, 2, folder).ask(agent, questions, figures);
    }
    assertThat(figures.targets()).allMatch(LiveFigures.Target::isMet);
  }

  @Test
  void readsFortyQuestionsIfTheDataExists() throws Exception {
    assertThat(LiveQuestion.ofTheDemo()).hasSize(12);
    Path data = Path.of(System.getProperty("arag.data", ""));
    for (String set : List.of("musique_train100", "hotpotqa_train100")) {
      assertThat(LiveQuestion.of(data.resolve(set)))
          .hasSize(Files.isDirectory(data.resolve(set)) ? 14 : 0)
          .allSatisfy(each -> assertThat(each.answers()).isNotEmpty());
    }
  }

  @Test
  void replacesTheRowOfTheModelOrThePlaceholder() throws Exception {
    String page = Files.readString(Path.of("../../docs/live.md"));
    assertThat(page.contains(LiveResultsTable.NOT_YET))
        .isEqualTo(!page.contains(" questions, 3 runs |"));
    String once = LiveResultsTable.with(page, "| m-1 | today | first |");
    String twice =
        LiveResultsTable.with(
            LiveResultsTable.with(once, "| m-2 | today |"), "| m-1 | today | second |");
    assertThat(twice)
        .doesNotContain(LiveResultsTable.NOT_YET, "| first |")
        .contains("| m-1 | today | second |\n", "| m-2 | today |\n");
    assertThat(twice.lines().filter(line -> line.startsWith("| m")))
        .hasSize((int) page.lines().filter(line -> line.startsWith("| m")).count() + 2);
    assertThatThrownBy(() -> LiveResultsTable.with("no table", "| m-1 |"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
