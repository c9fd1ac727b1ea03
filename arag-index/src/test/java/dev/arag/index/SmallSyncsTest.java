package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.CountingStore;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.source.Source;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs many syncs of one document each, as in a program that indexes incoming documents. */
class SmallSyncsTest {
  private static final int MOST_SEGMENTS = 10;
  private static final double MOST_WRITTEN = 40;

  @ParameterizedTest
  @ValueSource(ints = 300)
  void keepsTheNumberOfSegmentsSmallAfterManySyncs(int syncs) {
    run(syncs);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(ints = 10_000)
  void keepsTheNumberOfSegmentsSmallAfterVeryManySyncs(int syncs) {
    run(syncs);
  }

  private static void run(int syncs) {
    Random random = new Random(syncs);
    CountingStore store = new CountingStore(new MemoryStore());
    int mostSegments = 0;
    try (Index index = Index.builder(store).embedder(new HashEmbedder(64)).openOrCreate()) {
      for (int i = 0; i < syncs; i++) {
        // One in ten documents is a new version of an older document.
        int document = i > 0 && random.nextInt(10) == 0 ? random.nextInt(i) : i;
        index.sync(Source.documents("feed", List.of(document(document, i))));
        mostSegments = Math.max(mostSegments, index.stats().segments().size());
      }
      long kept = index.stats().bytes();
      double factor = (double) store.written() / kept;
      System.out.printf(
          "small syncs: %d, segments: %d at the end, %d at most; %d bytes written, %.1f times the size"
              + " of the index%n",
          syncs, index.stats().segments().size(), mostSegments, store.written(), factor);
      assertThat(mostSegments).isLessThanOrEqualTo(MOST_SEGMENTS);
      assertThat(factor).isLessThan(MOST_WRITTEN);
    }
  }

  private static Document document(int number, int version) {
    return Document.of(
        "d" + number, "Note " + number + " in its version " + version + ". It is about a river.");
  }
}
