package dev.arag.core.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HashEmbedderTest extends EmbedderContract {
  private final Embedder embedder = new HashEmbedder();

  @Override
  protected Embedder embedder() {
    return embedder;
  }

  @Test
  void returnsMoreSimilarVectorsForTextsThatShareWords() {
    Embedding query = embedder.embedQuery("designer of the Old Bridge");
    List<Embedding> found =
        embedder.embedSentences(
            List.of("The Old Bridge had a famous designer.", "Herring is caught in winter."));
    assertThat(query.dot(found.get(0))).isGreaterThan(query.dot(found.get(1)) + 0.2f);
  }

  @Test
  void ignoresCase() {
    assertThat(embedder.embedQuery("OLD Bridge")).isEqualTo(embedder.embedQuery("old bridge"));
  }

  @Test
  void includesTheDimensionInTheFingerprint() {
    assertThat(new HashEmbedder(32).fingerprint()).isNotEqualTo(embedder.fingerprint());
  }
}
