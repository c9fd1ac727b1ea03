package dev.arag.index.internal.product;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/**
 * Products of rows of unsigned bytes with a few columns of small signed ones, exact. Made once for
 * the process and never closed. Safe for use by several threads; each run takes its own thread and
 * no other.
 */
public final class ByteProducts {
  /**
   * Columns hold -64 to 63: two products of such with a byte fit 16 bits, in which processors
   * without better instructions add them up, cutting off what does not fit.
   */
  public static final int LEAST = -64;

  /** See {@link #LEAST}. */
  public static final int MOST = 63;

  /** The most numbers in a row. 32 bits would hold the product of sixteen times as many. */
  public static final int MAX_LENGTH = 1 << 13;

  /** The most columns at once. */
  public static final int MAX_COLUMNS = 16;

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
    try {
      return Optional.of(loadRuntime()).filter(ByteProducts::isExact);
    } catch (OrtException | RuntimeException | LinkageError e) {
      // Searches have another way, which is slower and finds the same.
      return Optional.empty();
    }
  }

  private static ByteProducts loadRuntime() throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    environment.setTelemetry(false);
    try (SessionOptions options = new SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      return new ByteProducts(
          environment, environment.createSession(ProductGraph.bytes(), options));
    }
  }

  /** The largest numbers of both signs, and random ones, in shapes with and without a remainder. */
  private boolean isExact() {
    Random random = new Random(1);
    for (int length : new int[] {1, 7, 64, 384, 1027}) {
      for (int columns : new int[] {2, 6, 16}) {
        if (!isExact(random, length, columns)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isExact(Random random, int length, int columns) {
    int rows = 13;
    byte[] numbers = new byte[rows * length];
    random.nextBytes(numbers);
    Arrays.fill(numbers, 0, 2 * length, (byte) 0xFF);
    byte[] table = new byte[length * columns];
    for (int i = 0; i < table.length; i++) {
      boolean isExtreme = i % columns < 2;
      table[i] = (byte) (isExtreme ? i % columns == 0 ? LEAST : MOST : random.nextInt(128) + LEAST);
    }
    try (ProductBlock block = block(length, table)) {
      block.rows().put(0, numbers);
      int[] products = block.multiply(rows);
      for (int i = 0; i < rows * columns; i++) {
        if (products[i] != product(numbers, i / columns * length, table, i % columns, columns)) {
          return false;
        }
      }
      return true;
    }
  }

  private static int product(byte[] numbers, int start, byte[] table, int column, int columns) {
    int sum = 0;
    for (int i = 0; column + i * columns < table.length; i++) {
      sum += Byte.toUnsignedInt(numbers[start + i]) * table[column + i * columns];
    }
    return sum;
  }

  /**
   * Room for rows to be multiplied with columns.
   *
   * @param length numbers in each row and column, at most {@link #MAX_LENGTH}
   * @param columns the first numbers of all columns, then the second ones, and so on; at most
   *     {@link #MAX_COLUMNS} columns
   */
  public ProductBlock block(int length, byte[] columns) {
    return new ProductBlock(environment, session, length, columns);
  }
}
