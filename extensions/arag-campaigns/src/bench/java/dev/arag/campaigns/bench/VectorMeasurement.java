package dev.arag.campaigns.bench;

import dev.arag.campaigns.bench.Report.Pair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures exact search over many vectors and compares it with baseline programs and with
 * LangChain4j's in-memory store.
 */
final class VectorMeasurement {
  private static final String OURS = "ours";
  private static final String FLOATS = "ours, floats only";
  private static final String EIGHT = "ours, 8 queries at once, time per query";
  private static final String SAFE = "ours, safe mode";
  private static final String ONNX = "ONNX Runtime, bare matrix";
  private static final String LANGCHAIN4J = "LangChain4j, 1 thread";
  private static final int BATCH = 8;

  private final Settings settings;
  private final Report report;

  VectorMeasurement(Settings settings) throws IOException {
    this.settings = settings;
    report = new Report(settings.output(), "vectors");
  }

  void run() throws Exception {
    run(Matrix.of(settings.folder(), settings.rows(), Settings.DIMENSION));
    run(Matrix.of(settings.folder(), settings.wideRows(), Settings.WIDE_DIMENSION));
  }

  private void run(Matrix matrix) throws Exception {
    matrix.makeFloats();
    Baselines controls = new Baselines(settings);
    Rounds rounds = Rounds.run(settings.rounds(), contenders(matrix, controls));
    report.section(Figures.of((long) matrix.rows()) + " x " + matrix.dimension());
    report.head("the ten best", "ms a query", "GB/s, as if floats were read");
    double bytes = (double) matrix.rows() * matrix.dimension() * Float.BYTES;
    for (String name : rounds.names()) {
      Rounds.Spread millis = rounds.millis(name);
      report.row(name, millis.toString(), millis.map(each -> bytes / each / 1e6).toString());
    }
    report.ratios(rounds, pairs(rounds));
    for (String reason : controls.skipped()) {
      report.line("");
      report.line("Skipped " + reason);
    }
  }

  private static List<Contender> contenders(Matrix matrix, Baselines controls) throws Exception {
    List<Contender> all = new ArrayList<>();
    for (int threads = 1; threads <= Machine.MOST_THREADS; threads++) {
      all.add(ours(OURS, matrix, threads));
      controls.inC(matrix, threads).ifPresent(all::add);
      all.add(
          new JmhContender(name(ONNX, threads), OnnxSearch.class)
              .matrix(matrix)
              .with("threads", threads));
      all.add(ours(FLOATS, matrix, threads).with("way", "floats"));
      all.add(ours(EIGHT, matrix, threads).with("queries", BATCH).operations(BATCH));
      all.add(ours(SAFE, matrix, threads).with("files", "unmapped"));
    }
    all.addAll(controls.vectorApi(matrix, 1));
    all.add(
        new JmhContender(LANGCHAIN4J, LangChain4jSearch.class)
            .matrix(matrix)
            .heapMegabytes(LangChain4jSearch.heapMegabytes(matrix)));
    return all;
  }

  private static JmhContender ours(String name, Matrix matrix, int threads) {
    return new JmhContender(name(name, threads), LibrarySearch.class)
        .matrix(matrix)
        .with("threads", threads);
  }

  private static String name(String name, int threads) {
    return name + ", " + Baselines.threads(threads);
  }

  private static List<Pair> pairs(Rounds rounds) {
    List<Pair> pairs = new ArrayList<>();
    for (int threads = 1; threads <= Machine.MOST_THREADS; threads++) {
      String ours = name(OURS, threads);
      pairs.add(new Pair(name("C", threads), ours));
      pairs.add(new Pair(name(ONNX, threads), ours));
      pairs.add(new Pair(LANGCHAIN4J, ours));
      pairs.add(new Pair(ours, name(EIGHT, threads)));
      pairs.add(new Pair(name(FLOATS, threads), ours));
      pairs.add(new Pair(name("C", threads), name(FLOATS, threads)));
      pairs.add(new Pair(name("C", threads), name(SAFE, threads)));
    }
    rounds.names().stream()
        .filter(name -> name.startsWith("Vector API"))
        .forEach(name -> pairs.add(new Pair(name(OURS, 1), name)));
    return pairs;
  }
}
