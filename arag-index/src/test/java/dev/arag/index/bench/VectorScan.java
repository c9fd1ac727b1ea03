package dev.arag.index.bench;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.scan.SharedScan;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorReader;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * How long a scan for the ten best of many random vectors takes: {@code VectorScan FOLDER ROWS
 * DIMENSION}. The file is made if the folder does not hold it yet. Takes turns between the way of
 * before there were kernels, which it keeps, the scan of today on one thread and with helpers, both
 * mapped and without mappings, and two controls that only read the mapped floats. All find the same
 * rows, or it ends.
 */
final class VectorScan {
  private static final int BEST = 10;
  private static final int ROUNDS = 15;
  private static final int WARM_UP = 4;
  private static final int SLICE_BYTES = 1 << 22;
  private static final int BATCH_BYTES = 1 << 18;
  private static final int WINDOW_BYTES = 1 << 30;
  private static final String NAME = "vectors-1.arag";

  private final Path file;
  private final long rows;
  private final int dimension;
  private final BlockReader bytes;
  private final VectorReader mapped;
  private final VectorReader unmapped;
  private final FloatBuffer[] floats;
  private final Embedding query;
  private float sink;

  private VectorScan(Path folder, long rows, int dimension) throws IOException {
    this.file = folder.resolve(NAME);
    this.rows = rows;
    this.dimension = dimension;
    bytes = BlockReader.open(new FileStore(folder), NAME, FileKind.VECTORS, null);
    mapped = VectorReader.of(bytes);
    unmapped =
        VectorReader.of(BlockReader.open(FileStore.unmapped(folder), NAME, FileKind.VECTORS, null));
    floats = map();
    query = random(new Random(0), dimension);
  }

  private record Found(long row, float score) implements Comparable<Found> {
    @Override
    public int compareTo(Found other) {
      int byScore = Float.compare(score, other.score);
      return byScore != 0 ? byScore : Long.compare(other.row, row);
    }
  }

  /** The best rows, the worst of them first. */
  private static final class Best implements VectorReader.Scores {
    private final PriorityQueue<Found> kept = new PriorityQueue<>();

    @Override
    public float floor() {
      return kept.size() < BEST ? Float.NEGATIVE_INFINITY : kept.element().score();
    }

    @Override
    public void add(long row, float score) {
      keep(new Found(row, score));
    }

    private void keep(Found found) {
      kept.add(found);
      if (kept.size() > BEST) {
        kept.remove();
      }
    }

    List<Found> sorted() {
      return kept.stream().sorted().toList();
    }
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    long rows = Long.parseLong(arguments[1]);
    int dimension = Integer.parseInt(arguments[2]);
    if (!Files.exists(folder.resolve(NAME))) {
      write(new FileStore(folder), rows, dimension);
    }
    new VectorScan(folder, rows, dimension).run();
  }

  private static void write(Store store, long rows, int dimension) throws IOException {
    Random random = new Random(1);
    try (VectorWriter writer = VectorWriter.create(store, NAME, dimension)) {
      for (long i = 0; i < rows; i++) {
        writer.add(random(random, dimension));
      }
      writer.finish();
    }
  }

  /** Like random directions, without the time that normal distributions take. */
  private static Embedding random(Random random, int dimension) {
    float[] values = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return Embedding.of(values);
  }

  private FloatBuffer[] map() throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long length = channel.size() / Float.BYTES * Float.BYTES;
      List<FloatBuffer> windows = new ArrayList<>();
      for (long at = 0; at < length; at += WINDOW_BYTES) {
        ByteBuffer window =
            channel.map(FileChannel.MapMode.READ_ONLY, at, Math.min(WINDOW_BYTES, length - at));
        windows.add(window.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer());
      }
      return windows.toArray(FloatBuffer[]::new);
    }
  }

  private void run() throws Exception {
    Map<String, Callable<List<Found>>> ways = new LinkedHashMap<>();
    ways.put("before: copied twice, doubles", this::before);
    ways.put("now, one thread", () -> oneThread(mapped));
    ways.put("now, with helpers", () -> shared(mapped));
    ways.put("now, not mapped, one thread", () -> oneThread(unmapped));
    ways.put("now, not mapped, with helpers", () -> shared(unmapped));
    ways.put("control: copying the mapped floats", this::copyOnly);
    ways.put("control: adding the mapped floats", this::addOnly);
    Map<String, List<Double>> millis = new LinkedHashMap<>();
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      for (Map.Entry<String, Callable<List<Found>>> way : ways.entrySet()) {
        double spent = timed(way.getValue());
        if (round >= 0) {
          millis.computeIfAbsent(way.getKey(), name -> new ArrayList<>()).add(spent);
        }
      }
    }
    millis.forEach((name, all) -> print(name, all, millis.values().iterator().next()));
  }

  private double timed(Callable<List<Found>> way) throws Exception {
    long start = System.nanoTime();
    List<Found> found = way.call();
    double spent = (System.nanoTime() - start) / 1e6;
    if (!found.isEmpty() && !found.equals(oneThread(mapped))) {
      throw new IllegalStateException("Other rows were found: " + found);
    }
    return spent;
  }

  private void print(String name, List<Double> millis, List<Double> before) {
    double[] ratios = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      ratios[i] = before.get(i) / millis.get(i);
    }
    Arrays.sort(ratios);
    double[] sorted = millis.stream().mapToDouble(each -> each).sorted().toArray();
    double median = sorted[ROUNDS / 2];
    System.out.printf(
        Locale.ROOT,
        "%-36s %8.1f ms (%.1f to %.1f), %5.2f GB/s; %.2f times as fast as before (%.2f to %.2f)%n",
        name,
        median,
        sorted[0],
        sorted[ROUNDS - 1],
        rows * dimension * Float.BYTES / median / 1e6,
        ratios[ROUNDS / 2],
        ratios[0],
        ratios[ROUNDS - 1]);
  }

  private List<Found> oneThread(VectorReader reader) {
    Best best = new Best();
    reader.score(query, 0, rows, best);
    return best.sorted();
  }

  private List<Found> shared(VectorReader reader) {
    long sliceRows = Math.max(1, SLICE_BYTES / ((long) dimension * Float.BYTES));
    Best best = new Best();
    SharedScan.run(
            Math.toIntExact((rows + sliceRows - 1) / sliceRows),
            Best::new,
            (own, slice) -> {
              long first = slice * sliceRows;
              reader.score(query, first, Math.min(rows, first + sliceRows), own);
            },
            () -> {})
        .forEach(each -> each.kept.forEach(best::keep));
    return best.sorted();
  }

  /** Bytes to the heap, from there to floats, each row summed in double. */
  private List<Found> before() {
    Best best = new Best();
    float[] wanted = query.toArray();
    int batchRows = Math.max(1, BATCH_BYTES / (dimension * Float.BYTES));
    for (long row = 0; row < rows; row += batchRows) {
      int count = (int) Math.min(batchRows, rows - row);
      long rowBytes = (long) dimension * Float.BYTES;
      float[] batch = new float[count * dimension];
      ByteBuffer.wrap(bytes.read(row * rowBytes, count * rowBytes))
          .order(ByteOrder.LITTLE_ENDIAN)
          .asFloatBuffer()
          .get(batch);
      for (int i = 0; i < count; i++) {
        float score = dot(wanted, batch, i * dimension);
        if (score >= best.floor()) {
          best.add(row + i, score);
        }
      }
    }
    return best.sorted();
  }

  private static float dot(float[] query, float[] rows, int start) {
    double sum = 0;
    for (int i = 0; i < query.length; i++) {
      sum += (double) query[i] * rows[start + i];
    }
    return (float) sum;
  }

  private List<Found> copyOnly() {
    float[] batch = new float[BATCH_BYTES / Float.BYTES];
    for (FloatBuffer window : floats) {
      for (int at = 0; at < window.limit(); at += batch.length) {
        window.get(at, batch, 0, Math.min(batch.length, window.limit() - at));
        sink += batch[0];
      }
    }
    return List.of();
  }

  private List<Found> addOnly() {
    for (FloatBuffer window : floats) {
      sink += sum(window);
    }
    return List.of();
  }

  private static float sum(FloatBuffer window) {
    float first = 0;
    float second = 0;
    float third = 0;
    float fourth = 0;
    for (int i = 0; i + 3 < window.limit(); i += 4) {
      first += window.get(i);
      second += window.get(i + 1);
      third += window.get(i + 2);
      fourth += window.get(i + 3);
    }
    return first + second + third + fourth;
  }
}
