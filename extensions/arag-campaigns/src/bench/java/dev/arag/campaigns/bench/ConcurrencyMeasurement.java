package dev.arag.campaigns.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Measures searches by one to sixteen concurrent callers on one index. */
final class ConcurrencyMeasurement {
  private final Settings settings;
  private final Report report;

  ConcurrencyMeasurement(Settings settings) throws IOException {
    this.settings = settings;
    report = new Report(settings.output(), "callers");
  }

  void run() throws Exception {
    Path folder = settings.folder().resolve("callers-" + settings.sentences());
    ConcurrentSearch.make(folder, settings.sentences());
    int[] callers = {1, 2, 4, 8, 16};
    List<Contender> contenders =
        IntStream.of(callers).mapToObj(count -> contender(folder, count)).toList();
    Rounds rounds = Rounds.run(settings.rounds(), contenders);
    report.section(
        Figures.of((long) settings.sentences())
            + " sentences, searches by meaning and by keywords in turn");
    report.failures(rounds);
    report.head("callers", "searches a second", "relative to one caller", "mean, ms", "99 %, ms");
    for (int count : callers) {
      row(rounds, count);
    }
  }

  private static Contender contender(Path folder, int callers) {
    return new JmhContender(name(callers), ConcurrentSearch.class)
        .with("folder", folder)
        .callers(callers);
  }

  private static String name(int callers) {
    return callers + " callers";
  }

  /**
   * Each caller starts its next search immediately. Therefore the number of running searches always
   * equals the number of callers, and the throughput follows from the mean time.
   */
  private void row(Rounds rounds, int callers) throws IOException {
    String name = name(callers);
    report.row(
        String.valueOf(callers),
        rounds.millis(name).map(mean -> callers * 1000 / mean).toString(),
        rounds.ratio(name(1), name).map(ratio -> callers * ratio).toString(),
        rounds.millis(name).toString(),
        rounds.highMillis(name).toString());
  }
}
