package dev.arag.index.internal.matrix;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/**
 * Computes exact products of rows of signed bytes and a few factors of small unsigned bytes.
 * Created once per process and never closed. Safe for use by several threads; each run uses its
 * calling thread only.
 *
 * <p>Rows are stored in tiles: the first numbers of all rows of a tile, then their second numbers,
 * and so on. ONNX Runtime reads the right operand of a product in this order without copying it.
 * Rows stored end to end as its left operand would take three times as long.
 */
public final class ByteMatrixMultiplier {
  /**
   * Largest number in a factor. The sum of two products of a byte and such a number fits 16 bits,
   * to which processors without newer instructions saturate it.
   */
  public static final int MAX_FACTOR = 127;

  /** Maximal length of a row. 32 bits could hold the product of rows sixteen times as long. */
  public static final int MAX_LENGTH = 1 << 13;

  /** Maximal number of rows in a tile. */
  public static final int MAX_ROWS = 1 << 7;

  /** Maximal number of factors at once. */
  public static final int MAX_FACTORS = 8;

  /**
   * A MatMulInteger of factors and tiles of any shape. A generator in the tests writes the file.
   */
  static final String GRAPH = "matmul.onnx";

  private final OrtEnvironment environment;
  private final OrtSession session;

  private ByteMatrixMultiplier(OrtEnvironment environment, OrtSession session) {
    this.environment = environment;
    this.session = session;
  }

  /** Loads at the first use. */
  private static final class Holder {
    static final Optional<ByteMatrixMultiplier> LOADED = load();
  }

  /** Empty if ONNX Runtime is missing, cannot be loaded, or computes wrong products. */
  public static Optional<ByteMatrixMultiplier> get() {
    return Holder.LOADED;
  }

  private static Optional<ByteMatrixMultiplier> load() {
    byte[] graph = graph();
    try {
      return Optional.of(loadRuntime(graph)).filter(ByteMatrixMultiplier::isExact);
    } catch (OrtException | RuntimeException | LinkageError e) {
      // Searches then use floats, which is slower and gives the same results.
      return Optional.empty();
    }
  }

  private static byte[] graph() {
    try (InputStream in = ByteMatrixMultiplier.class.getResourceAsStream(GRAPH)) {
      if (in == null) {
        throw new IllegalStateException("arag-index is incomplete: no resource " + GRAPH);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("arag-index is damaged: cannot read " + GRAPH, e);
    }
  }

  private static ByteMatrixMultiplier loadRuntime(byte[] graph) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    environment.setTelemetry(false);
    try (SessionOptions options = new SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      return new ByteMatrixMultiplier(environment, environment.createSession(graph, options));
    }
  }

  /** Checks products of extreme and random numbers, in shapes with and without a remainder. */
  private boolean isExact() {
    Random random = new Random(1);
    for (int length : new int[] {1, 7, 64, 384, 1027}) {
      for (int factors : new int[] {1, 2, 6, 8}) {
        for (int rows : new int[] {1, 13, MAX_ROWS}) {
          if (!isExact(random, length, factors, rows)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private boolean isExact(Random random, int length, int factors, int rows) {
    byte[] tile = new byte[rows * length];
    random.nextBytes(tile);
    for (int i = 0; i < length; i++) {
      tile[i * rows] = Byte.MIN_VALUE;
      tile[i * rows + rows / 2] = Byte.MAX_VALUE;
    }
    byte[] table = new byte[length * factors];
    for (int i = 0; i < table.length; i++) {
      table[i] = (byte) random.nextInt(MAX_FACTOR + 1);
    }
    Arrays.fill(table, 0, length, (byte) MAX_FACTOR);
    try (MatrixBuffer block = block(length, table)) {
      block.tiles().put(0, tile);
      block.multiply(1, rows);
      int[] products = new int[rows];
      for (int factor = 0; factor < factors; factor++) {
        block.products(factor, products);
        for (int row = 0; row < rows; row++) {
          if (products[row] != product(tile, row, rows, table, factor * length, length)) {
            return false;
          }
        }
      }
      return true;
    }
  }

  private static int product(
      byte[] tile, int row, int rows, byte[] table, int factorAt, int length) {
    int sum = 0;
    for (int i = 0; i < length; i++) {
      sum += tile[i * rows + row] * table[factorAt + i];
    }
    return sum;
  }

  /**
   * Creates a block of memory for tiles to multiply with factors.
   *
   * @param length numbers in each row and factor, at most {@link #MAX_LENGTH}
   * @param factors end to end; at most {@link #MAX_FACTORS}, of 0 to {@link #MAX_FACTOR}
   */
  public MatrixBuffer block(int length, byte[] factors) {
    return new MatrixBuffer(environment, session, length, factors);
  }
}
