package dev.arag.index;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.store.WatchedStore;
import java.util.Set;
import java.util.TreeSet;

/** Lists the files of the published commit of an index, including the manifest. */
final class PublishedFiles {
  private PublishedFiles() {}

  /** Returns the files of an index that was built with a two-dimensional {@link HashEmbedder}. */
  static Set<String> of(Store store) {
    Set<String> opened = new TreeSet<>();
    Store watched =
        new WatchedStore(store, call -> opened.add(call.substring(call.indexOf(' ') + 1)));
    Index.builder(watched).embedder(new HashEmbedder(2)).open().close();
    return opened;
  }
}
