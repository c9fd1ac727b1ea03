package dev.arag.index.internal.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.internal.store.MemoryStore;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComputedVectorsTest {
  private final MemoryStore store = new MemoryStore();
  private final HashEmbedder embedder = new HashEmbedder(8);

  private ComputedVectors open() throws IOException {
    ComputedVectors vectors = new ComputedVectors(store, () -> {}, 10_000);
    vectors.open(embedder);
    return vectors;
  }

  private static String text(int number) {
    return "Machine " + number;
  }

  private void compute(ComputedVectors vectors, int from, int to) {
    List<String> texts = IntStream.range(from, to).mapToObj(ComputedVectorsTest::text).toList();
    vectors.add(texts, embedder.embedSentences(texts));
    vectors.beforeBatch(true);
  }

  @Test
  void totalSizeIsLimited() throws IOException {
    try (ComputedVectors first = open()) {
      compute(first, 0, 100);
    }
    try (ComputedVectors second = open()) {
      compute(second, 100, 200);
      compute(second, 200, 210);
    }
    assertThat(store.files().values().stream().mapToInt(file -> file.length).sum())
        .isLessThan(10_000);
    try (ComputedVectors third = open()) {
      assertThat(third.find(text(0))).hasValue(embedder.embedQuery(text(0)));
      assertThat(third.find(text(99))).hasValue(embedder.embedQuery(text(99)));
      assertThat(third.find(text(150))).isEmpty();
      assertThat(third.find(text(209))).hasValue(embedder.embedQuery(text(209)));
      assertThat(third.takeWarnings()).isEmpty();
    }
  }
}
