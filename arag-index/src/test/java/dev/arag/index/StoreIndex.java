package dev.arag.index;

import dev.arag.index.internal.store.Store;

/** Gives tests of other packages an index over a store of theirs. */
public final class StoreIndex {
  private StoreIndex() {}

  public static Index.Builder builder(Store store) {
    return Index.builder(store);
  }
}
