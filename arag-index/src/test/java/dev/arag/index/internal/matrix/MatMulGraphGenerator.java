package dev.arag.index.internal.matrix;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes {@code matmul.onnx}, a graph with the single operator MatMulInteger, as the protocol
 * buffer that ONNX Runtime loads. The field numbers are those of onnx.proto. After a change, run
 * the main method in the folder of this Maven module.
 */
final class MatMulGraphGenerator {
  private static final Path TARGET =
      Path.of("src/main/resources/dev/arag/index/internal/matrix", ByteMatrixMultiplier.GRAPH);

  private static final int UINT8 = 2;
  private static final int INT8 = 3;
  private static final int INT32 = 6;

  private static final int FORMAT_VERSION = 8;
  private static final int OPERATORS_VERSION = 13;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private MatMulGraphGenerator() {}

  public static void main(String[] arguments) throws IOException {
    Files.createDirectories(TARGET.getParent());
    Files.write(TARGET, generate());
  }

  /**
   * Returns the graph that multiplies factors (uint8) by tiles (int8) to products (int32). All
   * shapes are dynamic.
   */
  static byte[] generate() {
    byte[] operator =
        message()
            .text(1, MatrixBuffer.FACTORS)
            .text(1, MatrixBuffer.TILES)
            .text(2, MatrixBuffer.PRODUCTS)
            .text(4, "MatMulInteger")
            .out
            .toByteArray();
    byte[] graph =
        message()
            .bytes(1, operator)
            .text(2, "products")
            .bytes(11, value(MatrixBuffer.FACTORS, UINT8))
            .bytes(11, value(MatrixBuffer.TILES, INT8))
            .bytes(12, value(MatrixBuffer.PRODUCTS, INT32))
            .out
            .toByteArray();
    byte[] operators = message().text(1, "").number(2, OPERATORS_VERSION).out.toByteArray();
    return message()
        .number(1, FORMAT_VERSION)
        .bytes(7, graph)
        .bytes(8, operators)
        .out
        .toByteArray();
  }

  private static byte[] value(String name, int elementType) {
    byte[] tensor = message().number(1, elementType).out.toByteArray();
    byte[] type = message().bytes(1, tensor).out.toByteArray();
    return message().text(1, name).bytes(2, type).out.toByteArray();
  }

  private static MatMulGraphGenerator message() {
    return new MatMulGraphGenerator();
  }

  private MatMulGraphGenerator number(int field, int value) {
    varint(field << 3);
    varint(value);
    return this;
  }

  private MatMulGraphGenerator text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  private MatMulGraphGenerator bytes(int field, byte[] value) {
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
