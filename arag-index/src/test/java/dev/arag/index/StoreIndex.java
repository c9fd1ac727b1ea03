package dev.arag.index;

import dev.arag.index.internal.store.Store;

/** Creates indexes over a given store, for tests of other packages. */
public final class StoreIndex {
  private StoreIndex() {}

  public static Index.Builder builder(Store store) {
    return Index.builder(store);
  }
}
