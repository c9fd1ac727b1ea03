package dev.arag.index.internal.product;

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
 * Products of rows of signed bytes with a few factors of small unsigned ones, exact. Made once for
 * the process and never closed. Safe for use by several threads; each run takes its own thread and
 * no other.
 *
 * <p>Rows stand in tiles: the first numbers of all rows of a tile, then their second ones, and so
 * on. That is how ONNX Runtime reads the right side of a product without copying it first, which
 * takes a third of the time that rows one after the other take as its left side.
 */
public final class ByteProducts {
  /**
   * Factors hold 0 to 127: two products of such with a byte fit 16 bits, in which processors
   * without better instructions add them up, cutting off what does not fit.
   */
  public static final int MOST = 127;

  /** The most numbers in a row. 32 bits would hold the product of sixteen times as many. */
  public static final int MAX_LENGTH = 1 << 13;

  /** The most rows in a tile. */
  public static final int MAX_ROWS = 1 << 7;

  /** The most factors at once. */
  public static final int MAX_FACTORS = 8;

  /** One MatMulInteger of factors and tiles, in shapes that are free. Tests generate the file. */
  static final String GRAPH = "products.onnx";

  private final OrtEnvironment environment;
  private final OrtSession session;

  private ByteProducts(OrtEnvironment environment, OrtSession session) {
    this.environment = environment;
    this.session = session;
  }

  /** Loaded when first asked for. */
  private static final class Holder {
    static final Optional<ByteProducts> LOADED = load();
  }

  /** Empty where ONNX Runtime is missing, does not load here, or is caught miscounting. */
  public static Optional<ByteProducts> get() {
    return Holder.LOADED;
  }

  private static Optional<ByteProducts> load() {
    byte[] graph = graph();
    try {
      return Optional.of(loadRuntime(graph)).filter(ByteProducts::isExact);
    } catch (OrtException | RuntimeException | LinkageError e) {
      // Searches have another way, which is slower and finds the same.
      return Optional.empty();
    }
  }

  private static byte[] graph() {
    try (InputStream in = ByteProducts.class.getResourceAsStream(GRAPH)) {
      if (in == null) {
        throw new IllegalStateException("arag-index is incomplete: no resource " + GRAPH);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("arag-index is damaged: cannot read " + GRAPH, e);
    }
  }

  private static ByteProducts loadRuntime(byte[] graph) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    environment.setTelemetry(false);
    try (SessionOptions options = new SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      return new ByteProducts(environment, environment.createSession(graph, options));
    }
  }

  /** The largest numbers of both signs, and random ones, in shapes with and without a remainder. */
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
      table[i] = (byte) random.nextInt(MOST + 1);
    }
    Arrays.fill(table, 0, length, (byte) MOST);
    try (ProductBlock block = block(length, table)) {
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
   * Room for tiles to be multiplied with factors.
   *
   * @param length numbers in each row and factor, at most {@link #MAX_LENGTH}
   * @param factors one after the other; at most {@link #MAX_FACTORS}, of 0 to {@link #MOST}
   */
  public ProductBlock block(int length, byte[] factors) {
    return new ProductBlock(environment, session, length, factors);
  }
}
