package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;

/**
 * Lets the benchmarks create scans that read only the floats. A search uses such scans when it has
 * few rows to scan.
 */
public final class FloatScans {
  private FloatScans() {}

  public static RowScan of(Embedding query) {
    return new FloatScan(Kernel.FASTEST, query.toArray());
  }
}
