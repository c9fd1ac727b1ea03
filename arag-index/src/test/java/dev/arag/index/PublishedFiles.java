package dev.arag.index;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.store.WatchedStore;
import java.util.Set;
import java.util.TreeSet;

/** The files of the published commit of an index, including the manifest. */
final class PublishedFiles {
  private PublishedFiles() {}

  /** For an index made with the {@link HashEmbedder} of two dimensions. */
  static Set<String> of(Store store) {
    Set<String> opened = new TreeSet<>();
    Store watched =
        new WatchedStore(store, call -> opened.add(call.substring(call.indexOf(' ') + 1)));
    Index.builder(watched).embedder(new HashEmbedder(2)).open().close();
    return opened;
  }
}
