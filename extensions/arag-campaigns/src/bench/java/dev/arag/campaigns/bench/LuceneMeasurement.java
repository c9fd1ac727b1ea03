package dev.arag.campaigns.bench;

import dev.arag.campaigns.bench.Report.Pair;
import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.vector.RowRange;
import dev.arag.index.internal.vector.RowScan;
import dev.arag.index.internal.vector.VectorReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures Lucene on the same vectors, with an exact scan and with an HNSW graph. */
final class LuceneMeasurement {
  private static final int MOST_BUILDS = 3;

  /**
   * The numbers of candidates to measure: Lucene's default, which is the number of hits, and a
   * larger number.
   */
  private static final List<Integer> CANDIDATES = List.of(TopTen.COUNT, 50);

  private final Settings settings;
  private final Report report;

  LuceneMeasurement(Settings settings) throws IOException {
    this.settings = settings;
    report = new Report(settings.output(), "lucene");
  }

  void run() throws Exception {
    exact();
    graphs();
  }

  private void exact() throws Exception {
    Matrix matrix = Matrix.of(settings.folder(), settings.rows(), Settings.DIMENSION).makeFloats();
    makeFlat(matrix);
    List<Contender> contenders = new ArrayList<>();
    String lucene = "Lucene, exact, 1 thread";
    contenders.add(
        new JmhContender(lucene, LuceneSearch.class).matrix(matrix).with("kind", "flat"));
    List<Pair> pairs = new ArrayList<>();
    for (int threads = 1; threads <= Machine.MOST_THREADS; threads++) {
      contenders.add(ours(matrix, threads));
      pairs.add(new Pair(lucene, oursName(matrix, threads)));
    }
    Rounds rounds = Rounds.run(settings.rounds(), contenders);
    report.section("Exact, " + Figures.of((long) matrix.rows()) + " x " + matrix.dimension());
    report.head("the ten best", "ms a query");
    for (String name : rounds.names()) {
      report.row(name, rounds.millis(name).toString());
    }
    report.ratios(rounds, pairs);
  }

  private static void makeFlat(Matrix matrix) throws IOException {
    Path complete = LuceneIndex.flatFolder(matrix).resolveSibling("lucene-flat.complete");
    if (!Files.exists(complete)) {
      System.out.println("Creating " + LuceneIndex.flatFolder(matrix));
      Folders.delete(LuceneIndex.flatFolder(matrix));
      LuceneIndex.writeFlat(matrix);
      Files.createFile(complete);
    }
  }

  private static JmhContender ours(Matrix matrix, int threads) {
    return new JmhContender(oursName(matrix, threads), LibrarySearch.class)
        .matrix(matrix)
        .with("threads", threads);
  }

  private static String oursName(Matrix matrix, int threads) {
    return "ours, " + Figures.of((long) matrix.rows()) + ", " + Baselines.threads(threads);
  }

  private void graphs() throws Exception {
    List<Matrix> matrices = new ArrayList<>();
    List<Contender> builds = new ArrayList<>();
    List<Contender> searches = new ArrayList<>();
    for (int rows : settings.graphs()) {
      Matrix matrix = Matrix.of(settings.folder(), rows, Settings.DIMENSION).makeFloats();
      matrices.add(matrix);
      builds.add(writing("ours", matrix));
      builds.add(writing("lucene", matrix));
      CANDIDATES.forEach(count -> searches.add(graph(matrix, count)));
      searches.add(ours(matrix, 1));
      searches.add(ours(matrix, Machine.MOST_THREADS));
    }
    Rounds built = Rounds.run(Math.min(MOST_BUILDS, settings.rounds()), builds);
    Rounds searched = Rounds.run(settings.rounds(), searches);
    builds(matrices, built);
    searches(matrices, searched);
  }

  private static JmhContender graph(Matrix matrix, int candidates) {
    return new JmhContender(graphName(matrix, candidates), LuceneSearch.class)
        .matrix(matrix)
        .with("kind", "graph")
        .with("candidates", candidates);
  }

  private static JmhContender writing(String kind, Matrix matrix) {
    return new JmhContender(writingName(kind, matrix), VectorWriting.class)
        .matrix(matrix)
        .with("kind", kind)
        .heapMegabytes(4096)
        .once();
  }

  private static String writingName(String kind, Matrix matrix) {
    return kind + ", write " + Figures.of((long) matrix.rows());
  }

  private static String graphName(Matrix matrix, int candidates) {
    return "Lucene's graph, "
        + Figures.of((long) matrix.rows())
        + ", "
        + candidates
        + " candidates, 1 thread";
  }

  private void builds(List<Matrix> matrices, Rounds built) throws IOException {
    report.section("Building, x " + Settings.DIMENSION);
    report.failures(built);
    report.head("vectors", "Lucene's graph, ms", "ours, ms", "ratio", "bytes, Lucene and ours");
    for (Matrix matrix : matrices) {
      String lucene = writingName("lucene", matrix);
      String ours = writingName("ours", matrix);
      report.row(
          Figures.of((long) matrix.rows()),
          built.millis(lucene).toString(),
          built.millis(ours).toString(),
          built.ratio(lucene, ours).toString(),
          Figures.of(Folders.bytes(LuceneIndex.graphFolder(matrix)))
              + " and "
              + Figures.of(Files.size(matrix.vectors())));
    }
  }

  private void searches(List<Matrix> matrices, Rounds searched) throws IOException {
    report.section("Searching, x " + Settings.DIMENSION);
    report.head("the ten best", "ms a query", "recall of the ten best");
    List<Pair> pairs = new ArrayList<>();
    for (Matrix matrix : matrices) {
      for (int candidates : CANDIDATES) {
        String graph = graphName(matrix, candidates);
        double recall = graphRecall(matrix, candidates);
        report.row(graph, searched.millis(graph).toString(), Figures.of(recall));
        pairs.add(new Pair(oursName(matrix, 1), graph));
        pairs.add(new Pair(oursName(matrix, Machine.MOST_THREADS), graph));
      }
      double recall = ourRecall(matrix);
      for (int threads = 1; threads <= Machine.MOST_THREADS; threads++) {
        String ours = oursName(matrix, threads);
        report.row(ours, searched.millis(ours).toString(), Figures.of(recall));
      }
    }
    report.ratios(searched, pairs);
  }

  private static double graphRecall(Matrix matrix, int candidates) throws IOException {
    try (LuceneIndex index = LuceneIndex.open(LuceneIndex.graphFolder(matrix))) {
      return recall(matrix, query -> index.nearest(query, candidates));
    }
  }

  private static double ourRecall(Matrix matrix) throws IOException {
    VectorReader vectors = matrix.open("mapped");
    return recall(
        matrix,
        query -> {
          TopTen best = new TopTen();
          RowScan.of(List.of(query), Long.MAX_VALUE)
              .scan(vectors, List.of(new RowRange(0, vectors.rows())), List.of(best));
          return best.rows();
        });
  }

  private interface SearchVariant {
    List<Long> best(Embedding query) throws IOException;
  }

  /** Returns the recall at ten, averaged over all queries. */
  private static double recall(Matrix matrix, SearchVariant search) throws IOException {
    VectorReader vectors = matrix.open("mapped");
    int found = 0;
    for (Embedding query : matrix.queries()) {
      List<Long> best = new ArrayList<>(Matrix.exact(vectors, query));
      best.retainAll(search.best(query));
      found += best.size();
    }
    return found / (double) (TopTen.COUNT * Matrix.QUERIES);
  }
}
