package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.product.ByteProducts;
import java.util.List;

/** Every way to look at rows that this process has. */
public enum EveryRowScan implements RowScan.Factory {
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
      return new QuantizedScan(ByteProducts.get().orElseThrow(), Kernel.FASTEST, queries);
    }
  };

  /** Whether rows are left out without a look at their floats. */
  boolean trustsCodes() {
    return this == BYTES;
  }

  abstract RowScan of(float[]... queries);

  @Override
  public RowScan of(List<Embedding> queries, long rows) {
    return of(queries.stream().map(Embedding::toArray).toArray(float[][]::new));
  }
}
