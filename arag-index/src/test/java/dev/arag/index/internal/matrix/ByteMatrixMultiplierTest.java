package dev.arag.index.internal.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteMatrixMultiplierTest {
  private static final ByteMatrixMultiplier PRODUCTS = ByteMatrixMultiplier.get().orElseThrow();

  @Test
  void usesAnUpToDateGraph() throws IOException {
    try (InputStream in =
        ByteMatrixMultiplier.class.getResourceAsStream(ByteMatrixMultiplier.MODEL)) {
      assertThat(in).isNotNull();
      assertThat(in.readAllBytes())
          .as("matmul.onnx is out of date; run MatMulGraphGenerator")
          .isEqualTo(MatMulGraphGenerator.generate());
    }
  }

  /**
   * Tests many sizes, because ONNX Runtime has special code for some lengths, numbers of factors
   * and tile widths.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 128",
    "2, 2, 128",
    "3, 4, 100",
    "31, 6, 128",
    "64, 1, 7",
    "384, 2, 128",
    "384, 2, 1",
    "384, 4, 63",
    "384, 8, 128",
    "384, 8, 1",
    "1024, 5, 128",
    "8192, 1, 128",
    "8192, 8, 127"
  })
  void computesExactProducts(int length, int factors, int rows) {
    Random random = new Random(length + factors + rows);
    byte[] table = new byte[length * factors];
    for (int i = 0; i < table.length; i++) {
      table[i] = (byte) random.nextInt(ByteMatrixMultiplier.MAX_FACTOR + 1);
    }
    // The largest factors times the largest and the smallest row give sums that exceed 16 bits.
    Arrays.fill(table, 0, length, (byte) ByteMatrixMultiplier.MAX_FACTOR);
    try (TileProduct block = PRODUCTS.block(length, table)) {
      byte[] tiles = new byte[block.capacity() * length * rows];
      random.nextBytes(tiles);
      IntStream.range(0, length).forEach(i -> tiles[i * rows] = Byte.MIN_VALUE);
      IntStream.range(0, length).forEach(i -> tiles[i * rows + rows - 1] = Byte.MAX_VALUE);
      for (int count : new int[] {block.capacity(), 1, Math.min(3, block.capacity()), 1}) {
        block.tiles().put(0, tiles, 0, count * length * rows);
        block.multiply(count, rows);
        assertThatSomeAreRight(block, count * rows, rows, tiles, table, factors, random);
      }
    }
  }

  private static void assertThatSomeAreRight(
      TileProduct block,
      int places,
      int rows,
      byte[] tiles,
      byte[] table,
      int factors,
      Random random) {
    int length = table.length / factors;
    int[] products = new int[places];
    for (int factor = 0; factor < factors; factor++) {
      block.products(factor, products);
      for (int i = 0; i < Math.min(100, places); i++) {
        int at = i % 2 == 0 ? i : random.nextInt(places);
        int tile = at / rows * length * rows + at % rows;
        assertThat(products[at])
            .isEqualTo(product(tiles, tile, rows, table, factor * length, length));
      }
    }
  }

  private static int product(
      byte[] tiles, int first, int step, byte[] table, int factorAt, int length) {
    return IntStream.range(0, length).map(i -> tiles[first + i * step] * table[factorAt + i]).sum();
  }

  @Test
  void refusesToReturnProductsBeforeMultiplying() {
    try (TileProduct block = PRODUCTS.block(2, new byte[4])) {
      assertThatThrownBy(() -> block.products(0, new int[1]))
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
