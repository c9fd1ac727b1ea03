package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;

/** Creates scans over floats only, which searches use for few rows, for the benchmarks. */
public final class FloatScans {
  private FloatScans() {}

  public static RowScan of(Embedding query) {
    return new FloatScan(Kernel.FASTEST, query.toArray());
  }
}
