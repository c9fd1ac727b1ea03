package dev.arag.index.bench;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.scan.ParallelScan;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.vector.RowRange;
import dev.arag.index.internal.vector.RowScan;
import dev.arag.index.internal.vector.RowScanKind;
import dev.arag.index.internal.vector.ScoreCollector;
import dev.arag.index.internal.vector.VectorReader;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * Compares all kinds of row scans on a mapped vectors file: {@code RowScanSpeed FOLDER ROWS
 * DIMENSION ROUNDS}. The scans run alternately in one process. The program prints the time of a
 * search for the ten best rows in milliseconds: CPU time for one thread, elapsed time for two
 * threads. It also prints the ratio to the time of the code scan with ONNX Runtime in the same
 * round. Each value is printed with its median, minimum and maximum. If the folder does not contain
 * {@code vectors-1.arag}, the program creates this file.
 */
final class RowScanSpeed {
  private static final String FILE = "vectors-1.arag";
  private static final int BEST = 10;
  private static final int WARM_ROUNDS = 5;
  private static final int TOPICS = 1_000;
  private static final int[] QUERIES = {1, 2, 3, 4, 8};
  private static final int MOST_THREADS = 2;

  /** The slice size that a search uses. */
  private static final long SLICE_BYTES = 1 << 25;

  private record Contender(RowScanKind way, int threads, int queries) {
    Contender beside() {
      return new Contender(RowScanKind.CODES, threads, queries);
    }

    /**
     * Whether this contender is measured. Float scans are much slower, so they are measured with
     * only one kernel and one query.
     */
    boolean isMeasured() {
      return way != RowScanKind.PLAIN_FLOATS && (way != RowScanKind.FUSED_FLOATS || queries == 1);
    }
  }

  private record FoundRow(long row, float score) {
    static final Comparator<FoundRow> WORST_FIRST =
        Comparator.comparingDouble(FoundRow::score)
            .thenComparing(Comparator.comparingLong(FoundRow::row).reversed());
  }

  private static final class TopRows implements ScoreCollector {
    private final PriorityQueue<FoundRow> kept = new PriorityQueue<>(FoundRow.WORST_FIRST);

    @Override
    public float floor() {
      return kept.size() < BEST ? Float.NEGATIVE_INFINITY : kept.element().score();
    }

    @Override
    public void add(long row, float score) {
      kept.add(new FoundRow(row, score));
      if (kept.size() > BEST) {
        kept.remove();
      }
    }

    List<FoundRow> found() {
      return kept.stream().sorted(FoundRow.WORST_FIRST.reversed()).toList();
    }
  }

  private final VectorReader vectors;
  private final Random random = new Random(7);
  private final Map<Contender, List<Double>> millis = new HashMap<>();

  private RowScanSpeed(VectorReader vectors) {
    this.vectors = vectors;
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    if (!Files.exists(folder.resolve(FILE))) {
      make(folder, Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    }
    RowScanSpeed ways =
        new RowScanSpeed(
            VectorReader.of(BlockReader.open(new FileStore(folder), FILE, FileKind.VECTORS, null)));
    for (int i = -WARM_ROUNDS; i < Integer.parseInt(arguments[3]); i++) {
      ways.round(i >= 0);
    }
    ways.report();
  }

  private static void make(Path folder, int rows, int dimension) throws IOException {
    Random random = new Random(1);
    List<float[]> topics =
        Stream.generate(() -> floats(dimension, at -> random.nextGaussian()))
            .limit(TOPICS)
            .toList();
    try (VectorWriter writer = VectorWriter.create(new FileStore(folder), FILE, dimension)) {
      for (int i = 0; i < rows; i++) {
        float[] topic = topics.get(random.nextInt(TOPICS));
        writer.add(
            Embedding.of(floats(dimension, at -> topic[(int) at] + 2 * random.nextFloat() - 1)));
      }
      writer.finish();
    }
  }

  private static float[] floats(int dimension, DoubleUnaryOperator number) {
    float[] floats = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      floats[i] = (float) number.applyAsDouble(i);
    }
    return floats;
  }

  /** Returns a query that lies between two random rows. */
  private Embedding query() {
    float[] row = vectors.read((long) (random.nextDouble() * vectors.rows())).toArray();
    float[] other = vectors.read((long) (random.nextDouble() * vectors.rows())).toArray();
    return Embedding.of(floats(row.length, at -> row[(int) at] + other[(int) at]));
  }

  private void round(boolean counts) {
    for (int queries : QUERIES) {
      List<Embedding> asked = Stream.generate(this::query).limit(queries).toList();
      for (int threads = 1; threads <= MOST_THREADS; threads++) {
        round(asked, threads, counts);
      }
    }
  }

  private void round(List<Embedding> asked, int threads, boolean counts) {
    List<List<FoundRow>> expected = List.of();
    for (RowScanKind way : RowScanKind.values()) {
      Contender contender = new Contender(way, threads, asked.size());
      if (contender.isMeasured()) {
        long start = nanos(threads);
        List<List<FoundRow>> found = search(contender, asked);
        double taken = (nanos(threads) - start) / 1e6;
        if (!expected.isEmpty() && !expected.equals(found)) {
          throw new IllegalStateException(contender + " found " + found + ", not " + expected);
        }
        expected = found;
        if (counts) {
          millis.computeIfAbsent(contender, each -> new ArrayList<>()).add(taken);
        }
      }
    }
  }

  /**
   * Returns the CPU time of this thread if one thread is used, because other load affects it less;
   * otherwise the elapsed time.
   */
  private static long nanos(int threads) {
    return threads == 1
        ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  private List<List<FoundRow>> search(Contender contender, List<Embedding> asked) {
    RowScan scan = contender.way.of(asked, vectors.rows());
    long slices =
        contender.threads == 1
            ? 1
            : Math.max(1, vectors.rows() * vectors.dimension() * Float.BYTES / SLICE_BYTES);
    List<TopRows> all = best(asked.size());
    ParallelScan.run(
            (int) slices,
            () -> best(asked.size()),
            (found, slice) -> scan.scan(vectors, List.of(range(slice, slices)), found),
            () -> {})
        .forEach(found -> addAll(all, found));
    return all.stream().map(TopRows::found).toList();
  }

  private RowRange range(long slice, long slices) {
    return new RowRange(slice * vectors.rows() / slices, (slice + 1) * vectors.rows() / slices);
  }

  private static List<TopRows> best(int queries) {
    return Stream.generate(TopRows::new).limit(queries).toList();
  }

  private static void addAll(List<TopRows> all, List<TopRows> found) {
    for (int i = 0; i < all.size(); i++) {
      TopRows best = all.get(i);
      found.get(i).found().forEach(each -> best.add(each.row, each.score));
    }
  }

  private void report() {
    millis.keySet().stream()
        .sorted(
            Comparator.comparingInt(Contender::threads)
                .thenComparingInt(Contender::queries)
                .thenComparing(Contender::way))
        .forEach(this::report);
  }

  private void report(Contender contender) {
    List<Double> own = millis.get(contender);
    List<Double> bytes = millis.get(contender.beside());
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      ratios.add(bytes.get(i) / own.get(i));
    }
    System.out.printf(
        Locale.ROOT,
        "%d threads, %d queries, %-12s %s ms, bytes / this %s%n",
        contender.threads,
        contender.queries,
        contender.way,
        spread(own, "%.1f"),
        spread(ratios, "%.2f"));
  }

  private static String spread(List<Double> all, String format) {
    List<Double> sorted = all.stream().sorted().toList();
    return String.format(
        Locale.ROOT,
        format + " (" + format + " to " + format + ")",
        sorted.get(sorted.size() / 2),
        sorted.get(0),
        sorted.get(sorted.size() - 1));
  }
}
