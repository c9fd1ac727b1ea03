package dev.arag.index.internal.matrix;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.arag.core.error.CorpusException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Memory for tiles of rows and for the products of these tiles and the factors of one search. Not
 * thread-safe.
 */
public final class TileProduct implements AutoCloseable {
  // The names of the inputs and of the output of the ONNX model.
  static final String FACTORS = "factors";
  static final String TILES = "tiles";
  static final String PRODUCTS = "products";

  private static final int TILES_BYTES =
      ByteMatrixMultiplier.MAX_LENGTH * ByteMatrixMultiplier.MAX_ROWS;

  /** Tiles are copied and multiplied in portions that fit the cache of one core. */
  private static final int CACHED_BYTES = 1 << 19;

  private static final int PRODUCTS_BYTES = 1 << 18;

  private static final int FACTORS_BYTES =
      ByteMatrixMultiplier.MAX_LENGTH * ByteMatrixMultiplier.MAX_FACTORS;

  /**
   * Up to this number of factors, multiplying the tiles by each factor separately is faster. More
   * factors are combined in one matrix because ONNX Runtime then has to reorder the tiles only
   * once.
   */
  private static final int FEW_FACTORS = 4;

  /** The alignment of buffers in bytes, which is the length of a cache line. */
  private static final int ALIGNMENT = 64;

  /** Buffers that can be reused, because allocating and freeing direct memory is slow. */
  private static final BlockingQueue<ByteBuffer> SPARE =
      new ArrayBlockingQueue<>(Math.max(1, Runtime.getRuntime().availableProcessors()));

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final int length;
  private final int factorCount;
  private final ByteBuffer memory;
  private final ByteBuffer tiles;
  private final ByteBuffer products;
  private final OnnxTensor factors;
  private @Nullable Shape shape;

  TileProduct(OrtEnvironment environment, OrtSession session, int length, byte[] factors) {
    this.environment = environment;
    this.session = session;
    this.length = length;
    this.factorCount = factors.length / length;
    this.memory = memory();
    this.tiles = memory.slice(0, TILES_BYTES);
    this.factors = factors(memory.slice(TILES_BYTES, factors.length).put(0, factors));
    this.products = memory.slice(TILES_BYTES + FACTORS_BYTES, PRODUCTS_BYTES);
  }

  private static ByteBuffer memory() {
    @Nullable ByteBuffer spare = SPARE.poll();
    int bytes = TILES_BYTES + FACTORS_BYTES + PRODUCTS_BYTES;
    return spare == null
        ? ByteBuffer.allocateDirect(bytes + ALIGNMENT).alignedSlice(ALIGNMENT)
        : spare;
  }

  private OnnxTensor factors(ByteBuffer table) {
    long[] each =
        isMultipliedSeparately()
            ? new long[] {factorCount, 1, 1, length}
            : new long[] {factorCount, length};
    try {
      return OnnxTensor.createTensor(environment, table, each, OnnxJavaType.UINT8);
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  private boolean isMultipliedSeparately() {
    return factorCount <= FEW_FACTORS;
  }

  /** Returns the maximum number of tiles with {@link ByteMatrixMultiplier#MAX_ROWS} rows each. */
  public int capacity() {
    int tileBytes = length * ByteMatrixMultiplier.MAX_ROWS;
    int productsOfTile = ByteMatrixMultiplier.MAX_ROWS * factorCount * Integer.BYTES;
    return Math.max(1, Math.min(CACHED_BYTES / tileBytes, PRODUCTS_BYTES / productsOfTile));
  }

  /** Returns the buffer into which callers must put the tiles, one directly after the other. */
  public ByteBuffer tiles() {
    return tiles;
  }

  /**
   * Multiplies the first tiles in the buffer by all factors.
   *
   * @param count the number of tiles, at most {@link #capacity}
   * @param rows the number of rows in each tile, at most {@link ByteMatrixMultiplier#MAX_ROWS}
   */
  public void multiply(int count, int rows) {
    try {
      Shape current = shape(count, rows);
      session.run(current.inputs, Set.of(), current.outputs).close();
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  /**
   * Returns the inputs and outputs for a shape. The last shape is kept because nearly all
   * multiplications of a search have the same shape.
   */
  private Shape shape(int count, int rows) throws OrtException {
    @Nullable Shape last = shape;
    if (last == null || last.count != count || last.rows != rows) {
      closeShape();
      last = new Shape(count, rows);
      shape = last;
    }
    return last;
  }

  /**
   * Copies the products of the most recent multiplication.
   *
   * @param factor the index of the factor, starting from 0
   * @param target receives the products of all rows of the first tile, followed by those of the
   *     second tile, and so on
   */
  public void products(int factor, int[] target) {
    if (shape == null) {
      throw new IllegalStateException("multiply must be called before products");
    }
    shape.products(factor, target);
  }

  /**
   * The inputs and outputs of ONNX Runtime for a given number of tiles with a given number of rows.
   */
  private final class Shape {
    private final int count;
    private final int rows;
    private final OnnxTensor tileTensor;
    private final OnnxTensor productTensor;
    private final Map<String, OnnxTensor> inputs;
    private final Map<String, OnnxTensor> outputs;
    private final IntBuffer found;

    Shape(int count, int rows) throws OrtException {
      this.count = count;
      this.rows = rows;
      tileTensor =
          OnnxTensor.createTensor(
              environment,
              tiles.slice(0, count * rows * length),
              new long[] {count, length, rows},
              OnnxJavaType.INT8);
      int size = factorCount * count * rows;
      found = products.slice(0, size * Integer.BYTES).order(ByteOrder.nativeOrder()).asIntBuffer();
      long[] each =
          isMultipliedSeparately()
              ? new long[] {factorCount, count, 1, rows}
              : new long[] {count, factorCount, rows};
      productTensor = OnnxTensor.createTensor(environment, found, each);
      inputs = Map.of(FACTORS, factors, TILES, tileTensor);
      outputs = Map.of(PRODUCTS, productTensor);
    }

    void products(int factor, int[] target) {
      if (isMultipliedSeparately()) {
        found.get(factor * count * rows, target, 0, count * rows);
      } else {
        for (int tile = 0; tile < count; tile++) {
          found.get((tile * factorCount + factor) * rows, target, tile * rows, rows);
        }
      }
    }

    void close() {
      tileTensor.close();
      productTensor.close();
    }
  }

  private static CorpusException failure(OrtException cause) {
    return new CorpusException(
        "ONNX Runtime could not compare the query with the sentences: "
            + cause.getMessage()
            + ". Retry the search. If the process is short of memory, increase its memory limit.",
        cause);
  }

  private void closeShape() {
    if (shape != null) {
      shape.close();
      shape = null;
    }
  }

  @Override
  public void close() {
    closeShape();
    factors.close();
    SPARE.offer(memory);
  }
}
