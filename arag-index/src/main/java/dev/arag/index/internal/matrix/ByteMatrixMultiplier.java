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
 * Computes exact dot products of rows of signed bytes and a few factors, which consist of small
 * unsigned bytes. The only instance is created on first use and never closed. Thread-safe; each
 * multiplication runs only in the calling thread.
 *
 * <p>Rows are stored in tiles. A tile contains the first numbers of all its rows, followed by the
 * second numbers of all rows, and so on. ONNX Runtime can read the right operand of a matrix
 * product in this order without copying it. If rows were stored one after the other and passed as
 * the left operand, the product would take three times as long.
 */
public final class ByteMatrixMultiplier {
  /**
   * The largest number in a factor. Processors without newer instructions add two products of bytes
   * with saturation to 16 bits. With factors up to this number, the sum of two products always fits
   * in 16 bits, so results are exact.
   */
  public static final int MAX_FACTOR = 127;

  /**
   * The maximum length of a row. The dot product fits in 32 bits even for rows that are sixteen
   * times as long.
   */
  public static final int MAX_LENGTH = 1 << 13;

  /** The maximum number of rows in a tile. */
  public static final int MAX_ROWS = 1 << 7;

  /** The maximum number of factors in one multiplication. */
  public static final int MAX_FACTORS = 8;

  /**
   * The resource with the ONNX model, which contains one {@code MatMulInteger} operator for factors
   * and tiles of any shape. A generator in the tests creates the file.
   */
  static final String MODEL = "matmul.onnx";

  private final OrtEnvironment environment;
  private final OrtSession session;

  private ByteMatrixMultiplier(OrtEnvironment environment, OrtSession session) {
    this.environment = environment;
    this.session = session;
  }

  /** Loads ONNX Runtime on first use. */
  private static final class Holder {
    static final Optional<ByteMatrixMultiplier> LOADED = load();
  }

  /**
   * Returns the only instance; empty if ONNX Runtime is missing, cannot be loaded, or computes
   * wrong products.
   */
  public static Optional<ByteMatrixMultiplier> get() {
    return Holder.LOADED;
  }

  private static Optional<ByteMatrixMultiplier> load() {
    byte[] model = model();
    try {
      return Optional.of(loadRuntime(model)).filter(ByteMatrixMultiplier::isExact);
    } catch (OrtException | RuntimeException | LinkageError e) {
      // Searches then use floats, which is slower but gives the same results.
      return Optional.empty();
    }
  }

  private static byte[] model() {
    try (InputStream in = ByteMatrixMultiplier.class.getResourceAsStream(MODEL)) {
      if (in == null) {
        throw new IllegalStateException(
            "The arag-index JAR is incomplete: it does not contain the resource " + MODEL);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The arag-index JAR is corrupt: cannot read the resource " + MODEL, e);
    }
  }

  private static ByteMatrixMultiplier loadRuntime(byte[] model) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    environment.setTelemetry(false);
    try (SessionOptions options = new SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      return new ByteMatrixMultiplier(environment, environment.createSession(model, options));
    }
  }

  /**
   * Checks that products of extreme and random numbers are exact. The shapes include dimensions
   * that are not multiples of the vector length of a processor.
   */
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
    try (TileProduct block = block(length, table)) {
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
   * Creates a buffer for tiles that are to be multiplied by factors.
   *
   * @param length the number of elements in each row and in each factor, at most {@link
   *     #MAX_LENGTH}
   * @param factors at most {@link #MAX_FACTORS} factors, stored one directly after the other, with
   *     elements from 0 to {@link #MAX_FACTOR}
   */
  public TileProduct block(int length, byte[] factors) {
    return new TileProduct(environment, session, length, factors);
  }
}
