package dev.arag.index.bench;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.StoreIndex;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.Store;
import dev.arag.index.source.Source;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Measures many syncs of one new document each, and how much of the time each kind of disk
 * operation takes: {@code SmallSyncs DIRECTORY SYNCS mapped|unmapped}. The directory must be empty.
 */
final class SmallSyncs {
  private static final int LENGTH = 1_000;
  private static final int REPORTS = 10;

  private SmallSyncs() {}

  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    int syncs = Integer.parseInt(arguments[1]);
    Store files =
        arguments[2].equals("mapped") ? new FileStore(directory) : FileStore.unmapped(directory);
    TimedStore store = new TimedStore(files);
    GeneratedTexts texts = new GeneratedTexts(1);
    try (Index index = StoreIndex.builder(store).embedder(new HashEmbedder()).openOrCreate()) {
      long start = System.nanoTime();
      for (int i = 0; i < syncs; i++) {
        Document document = Document.of("document-" + i, texts.next(LENGTH));
        index.sync(Source.documents("texts", List.of(document)));
        if ((i + 1) % (syncs / REPORTS) == 0) {
          print(index, i + 1, System.nanoTime() - start);
        }
      }
      printParts(store, syncs, System.nanoTime() - start);
    }
  }

  private static void print(Index index, int syncs, long nanos) {
    System.out.printf(
        Locale.ROOT,
        "%d syncs: %.2f ms each so far, %d segments%n",
        syncs,
        nanos / 1e6 / syncs,
        index.stats().segments().size());
  }

  private static void printParts(TimedStore store, int syncs, long nanos) {
    store
        .spent()
        .forEach(
            (what, calls) ->
                System.out.printf(
                    Locale.ROOT,
                    "  %s: %.1f calls per sync, %.3f ms, %.1f %% of the time%n",
                    what,
                    (double) calls.count() / syncs,
                    calls.nanos() / 1e6 / syncs,
                    100.0 * calls.nanos() / nanos));
  }
}
