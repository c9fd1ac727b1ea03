package dev.arag.core.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Tests the contract of {@link Embedder}. A subclass returns the embedder under test. It may always
 * return the same instance, because no test closes the embedder.
 */
public abstract class EmbedderContract {
  private static final List<String> TEXTS =
      List.of(
          "The bridge was finished in 1893.",
          "a",
          "Şükrü Sina Gürel is a politician.",
          "It rained for three days, and the river rose above the mill.",
          "日本の首都は東京です。",
          "!?",
          "😀 a smile",
          "A last sentence, somewhat longer than the others, to make lengths differ widely.");

  /** Returns the embedder under test. */
  protected abstract Embedder embedder();

  @Test
  public void returnsVectorsOfTheStatedDimensionAndLengthOne() {
    for (Embedding embedding : embedder().embedSentences(TEXTS)) {
      assertThat(embedding.dimension()).isEqualTo(embedder().dimension());
      assertThat((double) embedding.dot(embedding)).isCloseTo(1, within(1e-5));
    }
    assertThat(embedder().embedQuery("a question").dimension()).isEqualTo(embedder().dimension());
  }

  @Test
  public void returnsVectorsInSentenceOrder() {
    List<String> shuffled = new ArrayList<>(TEXTS);
    Collections.shuffle(shuffled, new Random(7));
    List<Embedding> straight = embedder().embedSentences(TEXTS);
    List<Embedding> mixed = embedder().embedSentences(shuffled);
    for (int i = 0; i < shuffled.size(); i++) {
      assertThat(mixed.get(i)).isEqualTo(straight.get(TEXTS.indexOf(shuffled.get(i))));
    }
  }

  @Test
  public void embedsATextIndependentlyOfOtherTextsInTheBatch() {
    List<Embedding> together = embedder().embedSentences(TEXTS);
    for (int i = 0; i < TEXTS.size(); i++) {
      assertThat(embedder().embedSentences(List.of(TEXTS.get(i)))).containsExactly(together.get(i));
    }
  }

  @Test
  public void returnsNoVectorsForAnEmptyList() {
    assertThat(embedder().embedSentences(List.of())).isEmpty();
  }

  @Test
  public void returnsAConstantFingerprintAndDimension() {
    String before = embedder().fingerprint();
    embedder().embedQuery("anything");
    assertThat(embedder().fingerprint()).isEqualTo(before).isNotBlank();
    assertThat(embedder().dimension()).isPositive();
  }

  @Test
  public void returnsAnUnknownShareBetweenZeroAndOne() {
    TEXTS.forEach(text -> assertThat(embedder().unknownShare(text).orElse(0)).isBetween(0.0, 1.0));
  }

  @Test
  public void embedsALongText() {
    String text = "word ".repeat(5_000).strip();
    assertThat(embedder().embedSentences(List.of(text))).hasSize(1);
  }

  @Test
  public void isThreadSafe() throws Exception {
    List<Embedding> alone = embedder().embedSentences(TEXTS);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Callable<List<Embedding>> task = () -> embedder().embedSentences(TEXTS);
      for (Future<List<Embedding>> result : threads.invokeAll(Collections.nCopies(8, task))) {
        assertThat(result.get()).isEqualTo(alone);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
