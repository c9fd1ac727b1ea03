package dev.arag.index.internal.product;

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
 * Room for tiles of rows, and for what they give with the factors of one search. For one thread.
 */
public final class ProductBlock implements AutoCloseable {
  // The inputs of the graph and its output.
  static final String FACTORS = "factors";
  static final String TILES = "tiles";
  static final String PRODUCTS = "products";

  private static final int TILES_BYTES = ByteProducts.MAX_LENGTH * ByteProducts.MAX_ROWS;

  /** Tiles are copied here and multiplied at once, while they are in a core's own cache. */
  private static final int CACHED_BYTES = 1 << 19;

  private static final int PRODUCTS_BYTES = 1 << 18;

  private static final int FACTORS_BYTES = ByteProducts.MAX_LENGTH * ByteProducts.MAX_FACTORS;

  /**
   * So many factors are quicker multiplied one by one, each straight with the tiles; for more it
   * pays to have the tiles made ready for all of them.
   */
  private static final int FEW_FACTORS = 4;

  /** Where processors like numbers to begin. */
  private static final int ALIGNMENT = 64;

  /** Memory outside of the heap is slow to get, and to give back. */
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

  ProductBlock(OrtEnvironment environment, OrtSession session, int length, byte[] factors) {
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
        isOneByOne() ? new long[] {factorCount, 1, 1, length} : new long[] {factorCount, length};
    try {
      return OnnxTensor.createTensor(environment, table, each, OnnxJavaType.UINT8);
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  private boolean isOneByOne() {
    return factorCount <= FEW_FACTORS;
  }

  /** How many tiles of {@link ByteProducts#MAX_ROWS} rows there is room for. */
  public int capacity() {
    int tileBytes = length * ByteProducts.MAX_ROWS;
    int productsOfTile = ByteProducts.MAX_ROWS * factorCount * Integer.BYTES;
    return Math.max(1, Math.min(CACHED_BYTES / tileBytes, PRODUCTS_BYTES / productsOfTile));
  }

  /** Where the tiles are to be put, one after the other. */
  public ByteBuffer tiles() {
    return tiles;
  }

  /**
   * Multiplies the first tiles with all factors.
   *
   * @param count tiles, at most {@link #capacity}
   * @param rows in each of them, at most {@link ByteProducts#MAX_ROWS}
   */
  public void multiply(int count, int rows) {
    try {
      Shape asked = shape(count, rows);
      session.run(asked.inputs, Set.of(), asked.outputs).close();
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  /** Nearly all blocks of a search have the same shape. */
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
   * Tells the products of the tiles that were multiplied last.
   *
   * @param factor its number, from 0
   * @param target gets the products of the rows of the first tile, then those of the second, and so
   *     on
   */
  public void products(int factor, int[] target) {
    if (shape == null) {
      throw new IllegalStateException("Nothing was multiplied yet");
    }
    shape.products(factor, target);
  }

  /** What ONNX Runtime takes and gives for so many tiles of so many rows. */
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
          isOneByOne()
              ? new long[] {factorCount, count, 1, rows}
              : new long[] {count, factorCount, rows};
      productTensor = OnnxTensor.createTensor(environment, found, each);
      inputs = Map.of(FACTORS, factors, TILES, tileTensor);
      outputs = Map.of(PRODUCTS, productTensor);
    }

    void products(int factor, int[] target) {
      if (isOneByOne()) {
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
            + ". Search again; if there is too little memory, give the process more.",
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
