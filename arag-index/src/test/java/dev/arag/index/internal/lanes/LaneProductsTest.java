package dev.arag.index.internal.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The build runs these without the module and once more with it. */
class LaneProductsTest {
  private static boolean isModuleGiven() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }

  /** A process without it goes on without an error. */
  @Test
  void withoutTheModuleThereIsNone() {
    assumeTrue(!isModuleGiven(), "with --add-modules jdk.incubator.vector");
    assertThat(LaneProducts.get()).isEmpty();
    assertThat(LaneProducts.quick()).isEmpty();
  }

  @Test
  @EnabledOnOs(architectures = {"amd64", "x86_64"})
  void withTheModuleThereIsOne() {
    assumeTrue(isModuleGiven(), "no --add-modules jdk.incubator.vector");
    assertThat(LaneProducts.get()).isPresent();
  }

  /** Whether it is quick depends on the machine; the trial itself must go through. */
  @Test
  void whatIsQuickIsThere() {
    assertThat(LaneProducts.quick().stream()).isSubsetOf(LaneProducts.get().stream().toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 16, 31, 384, 1000, 70_000})
  void everyRowOfABlockHasItsOwnProduct(int length) {
    Optional<LaneProducts> there = LaneProducts.get();
    assumeTrue(there.isPresent(), "no --add-modules jdk.incubator.vector");
    LaneBlock block = there.orElseThrow().block(length);
    Random random = new Random(length);
    float[] query = new float[length];
    query[length - 1] = 2;
    for (int count : new int[] {1, 2, 3, 4, 5, block.capacity()}) {
      if (count <= block.capacity()) {
        byte[] rows = new byte[count * length];
        random.nextBytes(rows);
        block.rows().put(0, rows);
        float[] products = block.multiply(there.orElseThrow().padded(query), count);
        for (int row = 0; row < count; row++) {
          int last = Byte.toUnsignedInt(rows[(row + 1) * length - 1]) - 128;
          assertThat(products[row]).isEqualTo(2f * last);
        }
      }
    }
  }
}
