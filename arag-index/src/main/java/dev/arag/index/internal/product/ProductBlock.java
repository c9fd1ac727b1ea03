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

/** Room for rows, and for what they give with the columns of one search. For one thread. */
public final class ProductBlock implements AutoCloseable {
  /** Rows are copied here and multiplied at once, while they are in a core's own cache. */
  private static final int ROWS_BYTES = 1 << 19;

  private static final int PRODUCTS_BYTES = 1 << 18;

  private static final int COLUMNS_BYTES = ByteProducts.MAX_LENGTH * ByteProducts.MAX_COLUMNS;

  /** Where processors like numbers to begin. */
  private static final int ALIGNMENT = 64;

  /** Memory outside of the heap is slow to get, and to give back. */
  private static final BlockingQueue<ByteBuffer> SPARE =
      new ArrayBlockingQueue<>(Math.max(1, Runtime.getRuntime().availableProcessors()));

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final int length;
  private final int columnCount;
  private final int capacity;
  private final ByteBuffer memory;
  private final ByteBuffer rows;
  private final ByteBuffer products;
  private final int[] result;
  private final OnnxTensor columns;

  ProductBlock(OrtEnvironment environment, OrtSession session, int length, byte[] columns) {
    this.environment = environment;
    this.session = session;
    this.length = length;
    this.columnCount = columns.length / length;
    this.capacity = Math.min(ROWS_BYTES / length, PRODUCTS_BYTES / (columnCount * Integer.BYTES));
    this.memory = memory();
    this.rows = memory.slice(0, ROWS_BYTES);
    this.columns = columns(memory.slice(ROWS_BYTES, columns.length).put(0, columns));
    this.products = memory.slice(ROWS_BYTES + COLUMNS_BYTES, PRODUCTS_BYTES);
    this.result = new int[capacity * columnCount];
  }

  private static ByteBuffer memory() {
    @Nullable ByteBuffer spare = SPARE.poll();
    int bytes = ROWS_BYTES + COLUMNS_BYTES + PRODUCTS_BYTES;
    return spare == null
        ? ByteBuffer.allocateDirect(bytes + ALIGNMENT).alignedSlice(ALIGNMENT)
        : spare;
  }

  private OnnxTensor columns(ByteBuffer table) {
    try {
      return OnnxTensor.createTensor(
          environment, table, new long[] {length, columnCount}, OnnxJavaType.INT8);
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  /** How many rows there is room for. */
  public int capacity() {
    return capacity;
  }

  /** Where the rows are to be put, one after the other. */
  public ByteBuffer rows() {
    return rows;
  }

  /**
   * Multiplies the first rows.
   *
   * @param count rows, at most {@link #capacity}
   * @return the products of the first row, then those of the second, and so on; good until the next
   *     call
   */
  public int[] multiply(int count) {
    try (OnnxTensor rowTensor =
            OnnxTensor.createTensor(
                environment,
                rows.slice(0, count * length),
                new long[] {count, length},
                OnnxJavaType.UINT8);
        OnnxTensor productTensor =
            OnnxTensor.createTensor(
                environment, ints(count * columnCount), new long[] {count, columnCount})) {
      session
          .run(
              Map.of(ProductGraph.ROWS, rowTensor, ProductGraph.COLUMNS, columns),
              Set.of(),
              Map.of(ProductGraph.PRODUCTS, productTensor))
          .close();
      ints(count * columnCount).get(0, result, 0, count * columnCount);
      return result;
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  private IntBuffer ints(int count) {
    return products.slice(0, count * Integer.BYTES).order(ByteOrder.nativeOrder()).asIntBuffer();
  }

  private static CorpusException failure(OrtException cause) {
    return new CorpusException(
        "ONNX Runtime could not compare the query with the sentences: "
            + cause.getMessage()
            + ". Search again; if there is too little memory, give the process more.",
        cause);
  }

  @Override
  public void close() {
    columns.close();
    SPARE.offer(memory);
  }
}
