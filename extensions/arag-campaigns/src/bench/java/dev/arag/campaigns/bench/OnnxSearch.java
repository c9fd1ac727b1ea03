package dev.arag.campaigns.bench;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.arag.core.embed.Embedding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Baseline: ONNX Runtime multiplies the mapped raw floats by one query, block by block. */
public class OnnxSearch extends MatrixState {
  private static final int BLOCK_ROWS = 4096;

  @Param("1")
  public int threads;

  private final List<FloatBuffer> blocks = new ArrayList<>();
  private final float[] scores = new float[BLOCK_ROWS];
  private FloatBuffer products;
  private FloatBuffer column;
  private OrtEnvironment environment;
  private OrtSession session;

  @Setup
  public void open() throws IOException, OrtException {
    environment = OrtEnvironment.getEnvironment();
    environment.setTelemetry(false);
    try (SessionOptions options = new SessionOptions()) {
      options.setIntraOpNumThreads(threads);
      session = environment.createSession(MatMulGraph.bytes(), options);
    }
    products = floats(BLOCK_ROWS);
    column = floats(dimension);
    map();
    matrix().requireBest("OnnxSearch", search(firstQuery()));
  }

  private static FloatBuffer floats(int count) {
    return ByteBuffer.allocateDirect(count * Float.BYTES)
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }

  private void map() throws IOException {
    long rowBytes = (long) dimension * Float.BYTES;
    try (FileChannel channel = FileChannel.open(matrix().floats())) {
      for (long row = 0; row < rows; row += BLOCK_ROWS) {
        long bytes = Math.min(BLOCK_ROWS, rows - row) * rowBytes;
        ByteBuffer block = channel.map(FileChannel.MapMode.READ_ONLY, row * rowBytes, bytes);
        blocks.add(block.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer());
      }
    }
  }

  @Benchmark
  public List<Long> search() throws OrtException {
    return search(nextQuery());
  }

  private List<Long> search(Embedding query) throws OrtException {
    TopTen best = new TopTen();
    column.put(0, query.toArray());
    try (OnnxTensor queryTensor =
        OnnxTensor.createTensor(environment, column, new long[] {dimension, 1})) {
      for (int i = 0; i < blocks.size(); i++) {
        int count = blocks.get(i).limit() / dimension;
        multiply(blocks.get(i), count, queryTensor);
        products.get(0, scores, 0, count);
        keep((long) i * BLOCK_ROWS, count, best);
      }
    }
    return best.rows();
  }

  private void multiply(FloatBuffer block, int count, OnnxTensor queryTensor) throws OrtException {
    try (OnnxTensor rowTensor =
            OnnxTensor.createTensor(environment, block, new long[] {count, dimension});
        OnnxTensor scoreTensor =
            OnnxTensor.createTensor(environment, products.slice(0, count), new long[] {count, 1})) {
      session
          .run(
              Map.of(MatMulGraph.ROWS, rowTensor, MatMulGraph.QUERY, queryTensor),
              Set.of(),
              Map.of(MatMulGraph.SCORES, scoreTensor))
          .close();
    }
  }

  private void keep(long firstRow, int count, TopTen best) {
    float floor = best.floor();
    for (int i = 0; i < count; i++) {
      if (scores[i] >= floor) {
        best.add(firstRow + i, scores[i]);
        floor = best.floor();
      }
    }
  }
}
