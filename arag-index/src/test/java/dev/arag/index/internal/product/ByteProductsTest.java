package dev.arag.index.internal.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteProductsTest {
  private static final ByteProducts PRODUCTS = ByteProducts.get().orElseThrow();

  /** Every length and number of columns has code of its own somewhere below. */
  @ParameterizedTest
  @CsvSource({
    "1, 2",
    "2, 2",
    "3, 4",
    "31, 6",
    "64, 2",
    "384, 2",
    "384, 16",
    "1024, 10",
    "8192, 16"
  })
  void productsAreExact(int length, int columns) {
    Random random = new Random(length + columns);
    byte[] table = new byte[length * columns];
    for (int i = 0; i < table.length; i++) {
      table[i] = (byte) (random.nextInt(128) + ByteProducts.LEAST);
    }
    // A column of the lowest numbers, and rows of the highest: what would not fit 16 bits.
    IntStream.range(0, length).forEach(i -> table[i * columns] = ByteProducts.LEAST);
    try (ProductBlock block = PRODUCTS.block(length, table)) {
      byte[] rows = new byte[block.capacity() * length];
      random.nextBytes(rows);
      IntStream.range(0, length).forEach(i -> rows[i] = -1);
      for (int count : new int[] {block.capacity(), 1, Math.min(7, block.capacity())}) {
        block.rows().put(0, rows, 0, count * length);
        int[] products = block.multiply(count);
        for (int i = 0; i < Math.min(200, count * columns); i++) {
          int at = i % 2 == 0 ? i : random.nextInt(count * columns);
          assertThat(products[at])
              .isEqualTo(product(rows, at / columns, table, at % columns, length));
        }
      }
    }
  }

  private static int product(byte[] rows, int row, byte[] table, int column, int length) {
    int columns = table.length / length;
    return IntStream.range(0, length)
        .map(i -> Byte.toUnsignedInt(rows[row * length + i]) * table[i * columns + column])
        .sum();
  }
}
