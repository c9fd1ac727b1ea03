package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.matrix.ByteMatrixMultiplier;
import java.util.List;

/** The kinds of row scans that this process supports. */
public enum RowScanKind implements RowScan.Factory {
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
  CODES {
    @Override
    RowScan of(float[]... queries) {
      return new QuantizedScan(ByteMatrixMultiplier.get().orElseThrow(), Kernel.FASTEST, queries);
    }
  };

  /** Whether the scan uses codes to skip rows without reading their floats. */
  boolean usesCodes() {
    return this == CODES;
  }

  abstract RowScan of(float[]... queries);

  @Override
  public RowScan of(List<Embedding> queries, long rows) {
    return of(queries.stream().map(Embedding::toArray).toArray(float[][]::new));
  }
}
