package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.lanes.LaneProducts;
import dev.arag.index.internal.product.ByteProducts;
import java.util.List;
import java.util.stream.Stream;

/** Every way to look at rows that this process has. */
public enum EveryRowScan implements RowScan.Choice {
  FUSED_FLOATS {
    @Override
    RowScan of(float[]... queries) {
      return new FloatScan(Kernel.FUSED, queries);
    }
  },
  PLAIN_FLOATS {
    @Override
    RowScan of(float[]... queries) {
      return new FloatScan(Kernel.PLAIN, queries);
    }
  },
  BYTES {
    @Override
    RowScan of(float[]... queries) {
      return new CodeScan(
          new ByteBounds(ByteProducts.get().orElseThrow(), queries), Kernel.FASTEST, queries);
    }
  },

  /** Only where the tests were started with the Vector API. */
  LANES {
    @Override
    RowScan of(float[]... queries) {
      return new CodeScan(
          new LaneBounds(LaneProducts.get().orElseThrow(), queries), Kernel.FASTEST, queries);
    }

    @Override
    boolean isThere() {
      return LaneProducts.get().isPresent();
    }
  };

  public static List<EveryRowScan> there() {
    return Stream.of(values()).filter(EveryRowScan::isThere).toList();
  }

  boolean isThere() {
    return true;
  }

  /** Whether rows are left out without a look at their floats. */
  boolean trustsCodes() {
    return this == BYTES || this == LANES;
  }

  abstract RowScan of(float[]... queries);

  @Override
  public RowScan of(List<Embedding> queries, long rows) {
    return of(queries.stream().map(Embedding::toArray).toArray(float[][]::new));
  }
}
