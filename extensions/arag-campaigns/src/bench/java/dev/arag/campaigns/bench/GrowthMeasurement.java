package dev.arag.campaigns.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Measures the query time for different numbers of vectors. */
final class GrowthMeasurement {
  /** A matrix with more rows is deleted after the measurement to free disk space. */
  private static final int KEPT_ROWS = 1_000_000;

  private static final double SPARE_DISK = 1.2;

  private final Settings settings;
  private final Report report;

  GrowthMeasurement(Settings settings) throws IOException {
    this.settings = settings;
    report = new Report(settings.output(), "growth");
  }

  void run() throws Exception {
    List<Matrix> matrices = new ArrayList<>();
    for (int rows : settings.growth()) {
      matrices.add(make(Matrix.of(settings.folder(), rows, Settings.DIMENSION)));
    }
    try {
      show(Rounds.run(settings.rounds(), contenders(matrices)));
    } finally {
      for (Matrix matrix : matrices) {
        if (matrix.rows() > KEPT_ROWS) {
          matrix.delete();
        }
      }
    }
  }

  private static Matrix make(Matrix matrix) throws IOException {
    Files.createDirectories(matrix.folder().getParent());
    double bytes = (double) matrix.rows() * (5L * matrix.dimension() + 8) * SPARE_DISK;
    long free = Files.getFileStore(matrix.folder().getParent()).getUsableSpace();
    if (!Files.exists(matrix.vectors()) && free < bytes) {
      throw new IOException(
          matrix.folder()
              + " needs "
              + Figures.of((long) bytes)
              + " bytes; only "
              + free
              + " are free.");
    }
    return matrix.make();
  }

  private static List<Contender> contenders(List<Matrix> matrices) {
    List<Contender> all = new ArrayList<>();
    for (Matrix matrix : matrices) {
      for (int threads = 1; threads <= Machine.MOST_THREADS; threads++) {
        all.add(
            new JmhContender(name(matrix, threads), LibrarySearch.class)
                .matrix(matrix)
                .with("threads", threads));
      }
    }
    return all;
  }

  private static String name(Matrix matrix, int threads) {
    return Figures.of((long) matrix.rows()) + ", " + Baselines.threads(threads);
  }

  private void show(Rounds rounds) throws IOException {
    report.section("Time of a query, x " + Settings.DIMENSION);
    report.failures(rounds);
    report.head("vectors", "ms");
    for (String name : rounds.names()) {
      report.row(name, rounds.millis(name).toString());
    }
  }
}
