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
public final class MatMulGraphGenerator {
  /** The element type of 32-bit floats. */
  public static final int FLOAT = 1;

  private static final Path TARGET =
      Path.of("src/main/resources/dev/arag/index/internal/matrix", ByteMatrixMultiplier.MODEL);

  private static final int UINT8 = 2;
  private static final int INT8 = 3;
  private static final int INT32 = 6;

  private static final int FORMAT_VERSION = 8;
  private static final int OPERATORS_VERSION = 13;

  /**
   * An input or output of the operator.
   *
   * @param elementType a value of TensorProto.DataType in onnx.proto
   */
  public record Tensor(String name, int elementType) {}

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
    return generate(
        "MatMulInteger",
        new Tensor(TileProduct.FACTORS, UINT8),
        new Tensor(TileProduct.TILES, INT8),
        new Tensor(TileProduct.PRODUCTS, INT32));
  }

  /** Returns a graph with a single operator of two inputs. All shapes are dynamic. */
  public static byte[] generate(String operator, Tensor left, Tensor right, Tensor product) {
    MatMulGraphGenerator node =
        message()
            .text(1, left.name())
            .text(1, right.name())
            .text(2, product.name())
            .text(4, operator);
    MatMulGraphGenerator graph =
        message()
            .inner(1, node)
            .text(2, "products")
            .inner(11, value(left))
            .inner(11, value(right))
            .inner(12, value(product));
    MatMulGraphGenerator operators = message().text(1, "").number(2, OPERATORS_VERSION);
    return message()
        .number(1, FORMAT_VERSION)
        .inner(7, graph)
        .inner(8, operators)
        .out
        .toByteArray();
  }

  private static MatMulGraphGenerator value(Tensor tensor) {
    MatMulGraphGenerator type = message().inner(1, message().number(1, tensor.elementType()));
    return message().text(1, tensor.name()).inner(2, type);
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

  private MatMulGraphGenerator inner(int field, MatMulGraphGenerator message) {
    return bytes(field, message.out.toByteArray());
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
