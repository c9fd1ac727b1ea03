package dev.arag.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.cli.internal.demo.DemoCorpus;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.openai.OpenAiCompatible;
import dev.arag.records.ChunksJsonParser;
import dev.langchain4j.model.chat.ChatModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures a live LLM by asking each of 40 questions three times, which costs money. This test runs
 * only with the profile {@code live} and requires the {@code ARAG_*} variables. It writes the row
 * of the model into docs/live.md and fails if a target is missed. {@link LiveFiguresTest} tests the
 * metrics without an LLM.
 */
@Tag("live")
final class LiveModelIT {
  private static final int TIMES = 3;

  @Test
  void modelMeetsItsTargets() throws Exception {
    OpenAiCompatible endpoint = OpenAiCompatible.ofEnvironment();
    ChatModel model = endpoint.chatModel();
    Path folder = Path.of("target", "live", endpoint.model().replaceAll("[^A-Za-z0-9.-]+", "_"));
    LiveRuns runs = new LiveRuns(TIMES, Integer.getInteger("arag.live.workers", 4), folder);
    LiveFigures figures = new LiveFigures();
    Path data = Path.of(System.getProperty("arag.data", ""));
    try (Index demo = demo()) {
      runs.ask(agent(demo, model), LiveQuestion.ofTheDemo(), figures);
    }
    for (String set : List.of("musique_train100", "hotpotqa_train100")) {
      List<LiveQuestion> questions = LiveQuestion.of(data.resolve(set));
      if (!questions.isEmpty()) {
        try (Index index =
            indexed(
                set,
                Source.path(data.resolve(set).resolve("chunks.json"))
                    .parser(ChunksJsonParser.only()))) {
          runs.ask(agent(index, model), questions, figures);
        }
      }
    }
    write(endpoint.model(), figures);
    assertThat(figures.targets())
        .allSatisfy(
            target ->
                assertThat(target.isMet()).as(target.name() + ": " + target.share()).isTrue());
  }

  private static Agent agent(Index index, ChatModel model) {
    return Agent.builder(index, model).build();
  }

  private static Index demo() throws Exception {
    Path documents = Path.of("target", "live", "demo", "documents");
    if (!Files.isDirectory(documents)) {
      DemoCorpus.unpack(documents);
    }
    return indexed("demo", Source.path(documents));
  }

  private static Index indexed(String set, Source source) {
    Index index = Index.openOrCreate(Path.of("target", "live", set + ".arag"));
    if (index.stats().generation() == 0) {
      index.sync(source);
    }
    return index;
  }

  private static void write(String model, LiveFigures figures) throws Exception {
    String what =
        String.format(Locale.ROOT, "%d questions, %d runs", figures.runs() / TIMES, TIMES);
    String row = figures.row(model, LocalDate.now(ZoneOffset.UTC).toString(), what);
    System.out.println(row);
    Path page = Path.of("../../docs/live.md");
    Files.writeString(page, LiveResultsTable.with(Files.readString(page), row));
  }
}
