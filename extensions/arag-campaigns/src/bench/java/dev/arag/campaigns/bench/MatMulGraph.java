package dev.arag.campaigns.bench;

import dev.arag.index.internal.matrix.MatMulGraphGenerator;
import dev.arag.index.internal.matrix.MatMulGraphGenerator.Tensor;

/** An ONNX model with a single MatMul operator on floats, serialized as a protocol buffer. */
final class MatMulGraph {
  static final String ROWS = "rows";
  static final String QUERY = "query";
  static final String SCORES = "scores";

  private MatMulGraph() {}

  static byte[] bytes() {
    return MatMulGraphGenerator.generate("MatMul", tensor(ROWS), tensor(QUERY), tensor(SCORES));
  }

  private static Tensor tensor(String name) {
    return new Tensor(name, MatMulGraphGenerator.FLOAT);
  }
}
