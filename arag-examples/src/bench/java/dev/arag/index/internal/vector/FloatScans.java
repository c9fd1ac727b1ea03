package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;

/** Lets measurements take the way that looks at floats only, which searches choose for few rows. */
public final class FloatScans {
  private FloatScans() {}

  public static RowScan of(Embedding query) {
    return new FloatScan(Kernel.FASTEST, query.toArray());
  }
}
