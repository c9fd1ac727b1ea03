package dev.arag.campaigns.bench;

import dev.arag.campaigns.bench.Report.Pair;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Measures the time of one turn without the model's time, and the share of that time spent in tool
 * calls.
 */
final class LoopMeasurement {
  private static final String LOOP = "a turn of a run";
  private static final String TOOLS = "its tool call alone";
  private static final String DOCUMENTS =
      "../../../arag-cli/src/main/resources/dev/arag/cli/demo/documents";

  private final Settings settings;
  private final Report report;

  LoopMeasurement(Settings settings) throws IOException {
    this.settings = settings;
    report = new Report(settings.output(), "loop");
  }

  void run() throws Exception {
    Path folder = settings.folder().resolve("demo");
    try (Index index = Index.openOrCreate(folder)) {
      index.sync(Source.path(settings.sources().resolve(DOCUMENTS).normalize()));
    }
    Rounds rounds =
        Rounds.run(settings.rounds(), List.of(contender(LOOP, folder), contender(TOOLS, folder)));
    report.section("The demo's documents, runs of " + LoopTurns.TURNS + " turns");
    report.failures(rounds);
    report.head("", "ms");
    for (String name : rounds.names()) {
      report.row(name, rounds.millis(name).toString());
    }
    report.ratios(rounds, List.of(new Pair(LOOP, TOOLS)));
  }

  private static JmhContender contender(String name, Path folder) {
    return new JmhContender(name, LoopTurns.class)
        .with("folder", folder)
        .with("isWhole", name.equals(LOOP))
        .operations(LoopTurns.TURNS);
  }
}
