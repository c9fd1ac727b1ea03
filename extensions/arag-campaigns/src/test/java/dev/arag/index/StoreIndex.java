package dev.arag.index;

import dev.arag.index.internal.store.Store;

/** Creates indexes on a given store, for tests in other packages. */
public final class StoreIndex {
  private StoreIndex() {}

  public static Index.Builder builder(Store store) {
    return Index.builder(store);
  }
}
