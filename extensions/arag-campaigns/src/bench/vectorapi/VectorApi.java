import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Baseline: finds the ten best rows of a mapped vectors file with the Vector API. It scans either
 * the floats, or the quantized codes and then the floats of the remaining candidates. Runs on JDK
 * 17 and later:
 *
 * <pre>
 * java --add-modules jdk.incubator.vector VectorApi.java VECTORS QUERIES ROWS DIMENSION THREADS SECONDS floats|codes
 * </pre>
 *
 * The program prints the best rows for the first query, then the mean time of a search in
 * milliseconds. The dimension must be a multiple of 64. Blocks are copied to the heap, because
 * vectors load faster from an array than from a mapping.
 */
final class VectorApi {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES =
      VectorSpecies.of(
          byte.class, jdk.incubator.vector.VectorShape.forBitSize(FLOATS.vectorBitSize() / 4));
  private static final int GROUP_ROWS = 1024;
  private static final int HEADER_BYTES = 64;
  private static final int TILE_ROWS = 128;
  private static final int PIECE = 1 << 13;
  private static final int QUERIES = 64;
  private static final int BEST = 10;

  /** An upper bound for the rounding error of the float arithmetic. */
  private static final double SLACK = 1e-4;

  private final int rows;
  private final int dimension;
  private final boolean isCodes;
  private final List<ByteBuffer> groups = new ArrayList<>();

  private VectorApi(Path file, int rows, int dimension, boolean isCodes) throws Exception {
    this.rows = rows;
    this.dimension = dimension;
    this.isCodes = isCodes;
    long rowBytes = 5L * dimension + 4;
    try (FileChannel channel = FileChannel.open(file)) {
      for (long first = 0; first < rows; first += GROUP_ROWS) {
        long count = Math.min(GROUP_ROWS, rows - first);
        long bytes = count * rowBytes + (count + TILE_ROWS - 1) / TILE_ROWS * 8;
        long start = HEADER_BYTES + first * rowBytes + first / TILE_ROWS * 8;
        MappedByteBuffer group = channel.map(FileChannel.MapMode.READ_ONLY, start, bytes);
        groups.add(group.order(ByteOrder.LITTLE_ENDIAN));
      }
    }
  }

  private record Found(long row, float score) {}

  private final class Scan implements Callable<PriorityQueue<Found>> {
    private final float[] query;
    private final int first;
    private final int end;
    private final float[] block = new float[TILE_ROWS * dimension];
    private final byte[] codes = new byte[PIECE];
    private final float[] sums = new float[TILE_ROWS];
    private final PriorityQueue<Found> best =
        new PriorityQueue<>(Comparator.comparingDouble(Found::score));

    Scan(float[] query, int first, int end) {
      this.query = query;
      this.first = first;
      this.end = end;
    }

    @Override
    public PriorityQueue<Found> call() {
      for (int group = first; group < end; group++) {
        int count = Math.min(GROUP_ROWS, rows - group * GROUP_ROWS);
        for (int row = 0; row < count; row += TILE_ROWS) {
          scan(group, row, Math.min(TILE_ROWS, count - row), count);
        }
      }
      return best;
    }

    private void scan(int group, int row, int count, int groupRows) {
      if (isCodes) {
        scanCodes(groups.get(group), group * GROUP_ROWS, row, count, groupRows);
      } else {
        FloatBuffer floats = groups.get(group).asFloatBuffer();
        floats.get(row * dimension, block, 0, count * dimension);
        for (int i = 0; i < count; i++) {
          keep(group * GROUP_ROWS + row + i, dotFloats(block, i * dimension));
        }
      }
    }

    private void scanCodes(ByteBuffer group, int firstRow, int row, int count, int groupRows) {
      Arrays.fill(sums, 0);
      int numbers = PIECE / count;
      for (int i = 0; i < dimension; i += numbers) {
        int most = Math.min(numbers, dimension - i);
        int at = groupRows * dimension * 4 + row * dimension + i * count;
        group.get(at, codes, 0, most * count);
        addProducts(i, most, count);
      }
      int factsAt = groupRows * dimension * 5 + 4 * row + row / TILE_ROWS * 8;
      float scale = group.getFloat(factsAt);
      float residual = group.getFloat(factsAt + 4);
      for (int i = 0; i < count; i++) {
        if (scale * sums[i] + residual + SLACK >= floor()) {
          group.asFloatBuffer().get((row + i) * dimension, block, 0, dimension);
          keep(firstRow + row + i, dotFloats(block, 0));
        }
      }
    }

    private float floor() {
      return best.size() < BEST ? Float.NEGATIVE_INFINITY : best.element().score();
    }

    private void keep(int row, float score) {
      if (score > floor()) {
        best.add(new Found(row, score));
        if (best.size() > BEST) {
          best.remove();
        }
      }
    }

    private float dotFloats(float[] values, int start) {
      FloatVector a = FloatVector.zero(FLOATS);
      FloatVector b = a;
      FloatVector c = a;
      FloatVector d = a;
      int step = FLOATS.length();
      for (int i = 0; i < dimension; i += 4 * step) {
        a = products(values, start, i, a);
        b = products(values, start, i + step, b);
        c = products(values, start, i + 2 * step, c);
        d = products(values, start, i + 3 * step, d);
      }
      return a.add(b).add(c.add(d)).reduceLanes(VectorOperators.ADD);
    }

    private FloatVector products(float[] values, int start, int at, FloatVector sum) {
      return FloatVector.fromArray(FLOATS, query, at)
          .fma(FloatVector.fromArray(FLOATS, values, start + at), sum);
    }

    /**
     * Adds partial dot products for all rows of a tile, four vector registers of rows at a time.
     */
    private void addProducts(int first, int numbers, int rows) {
      int lanes = FLOATS.length();
      int row = 0;
      for (; row + 4 * lanes <= rows; row += 4 * lanes) {
        FloatVector a = FloatVector.fromArray(FLOATS, sums, row);
        FloatVector b = FloatVector.fromArray(FLOATS, sums, row + lanes);
        FloatVector c = FloatVector.fromArray(FLOATS, sums, row + 2 * lanes);
        FloatVector d = FloatVector.fromArray(FLOATS, sums, row + 3 * lanes);
        for (int i = 0; i < numbers; i++) {
          FloatVector factor = FloatVector.broadcast(FLOATS, query[first + i]);
          int at = i * rows + row;
          a = factor.fma(code(at), a);
          b = factor.fma(code(at + lanes), b);
          c = factor.fma(code(at + 2 * lanes), c);
          d = factor.fma(code(at + 3 * lanes), d);
        }
        a.intoArray(sums, row);
        b.intoArray(sums, row + lanes);
        c.intoArray(sums, row + 2 * lanes);
        d.intoArray(sums, row + 3 * lanes);
      }
      for (; row < rows; row++) {
        for (int i = 0; i < numbers; i++) {
          sums[row] += query[first + i] * codes[i * rows + row];
        }
      }
    }

    private FloatVector code(int at) {
      return (FloatVector)
          ByteVector.fromArray(BYTES, codes, at).convertShape(VectorOperators.B2F, FLOATS, 0);
    }
  }

  private List<Found> search(float[] query, int threads, ExecutorService helpers) throws Exception {
    List<Future<PriorityQueue<Found>>> parts = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int first = i * groups.size() / threads;
      int end = (i + 1) * groups.size() / threads;
      parts.add(helpers.submit(new Scan(query, first, end)));
    }
    List<Found> all = new ArrayList<>();
    for (Future<PriorityQueue<Found>> part : parts) {
      all.addAll(part.get());
    }
    all.sort(Comparator.comparingDouble(Found::score).reversed());
    return all.subList(0, BEST);
  }

  public static void main(String[] arguments) throws Exception {
    int rows = Integer.parseInt(arguments[2]);
    int dimension = Integer.parseInt(arguments[3]);
    int threads = Integer.parseInt(arguments[4]);
    double nanos = Double.parseDouble(arguments[5]) * 1e9;
    boolean isCodes = arguments[6].equals("codes");
    VectorApi vectors = new VectorApi(Path.of(arguments[0]), rows, dimension, isCodes);
    ByteBuffer queryBytes = ByteBuffer.wrap(Files.readAllBytes(Path.of(arguments[1])));
    float[][] queries = new float[QUERIES][dimension];
    FloatBuffer queryFloats = queryBytes.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    for (float[] query : queries) {
      queryFloats.get(query);
    }
    ExecutorService helpers = Executors.newFixedThreadPool(threads);
    System.out.println(
        vectors.search(queries[0], threads, helpers).stream()
            .map(found -> String.valueOf(found.row()))
            .collect(Collectors.joining(" ")));
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      vectors.search(queries[1], threads, helpers);
    }
    int searches = 0;
    start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      searches++;
      vectors.search(queries[searches % QUERIES], threads, helpers);
    }
    System.out.println((System.nanoTime() - start) / 1e6 / searches);
    helpers.shutdown();
  }
}
