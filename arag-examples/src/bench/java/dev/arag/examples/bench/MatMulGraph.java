package dev.arag.examples.bench;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** An ONNX model with a single MatMul operator, serialized as a protocol buffer. */
final class MatMulGraph {
  static final String ROWS = "rows";
  static final String QUERY = "query";
  static final String SCORES = "scores";

  private static final int FLOAT = 1;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private MatMulGraph() {}

  static byte[] bytes() {
    MatMulGraph operator = message().text(1, ROWS).text(1, QUERY).text(2, SCORES).text(4, "MatMul");
    MatMulGraph graph =
        message()
            .inner(1, operator)
            .text(2, "products")
            .inner(11, value(ROWS))
            .inner(11, value(QUERY))
            .inner(12, value(SCORES));
    MatMulGraph operators = message().text(1, "").number(2, 13);
    return message().number(1, 8).inner(7, graph).inner(8, operators).out.toByteArray();
  }

  private static MatMulGraph value(String name) {
    MatMulGraph tensor = message().number(1, FLOAT);
    return message().text(1, name).inner(2, message().inner(1, tensor));
  }

  private static MatMulGraph message() {
    return new MatMulGraph();
  }

  private MatMulGraph number(int field, int value) {
    varint(field << 3);
    varint(value);
    return this;
  }

  private MatMulGraph text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  private MatMulGraph inner(int field, MatMulGraph message) {
    return bytes(field, message.out.toByteArray());
  }

  private MatMulGraph bytes(int field, byte[] value) {
    varint((field << 3) | 2);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  private void varint(int value) {
    int rest = value;
    while (rest > 0x7F) {
      out.write((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }
}
