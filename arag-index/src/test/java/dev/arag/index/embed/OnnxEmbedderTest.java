package dev.arag.index.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.EmbedderContract;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the bundled model. It is loaded once for all tests that do not close it. */
class OnnxEmbedderTest extends EmbedderContract {
  private static final OnnxEmbedder EMBEDDER = OnnxEmbedder.bgeSmallEnglish();

  private static final List<String> SENTENCES =
      List.of(
          "Paris is the capital of France.",
          "The ferry to the outer islands leaves at noon, unless the harbour master says otherwise.",
          "Water boils at a lower temperature on a mountain.",
          "She sold the vineyard in 1911 and never spoke of it again.",
          "Rust.",
          "The committee met twice, in March and in June, to discuss the new bridge and its cost.");

  @Override
  protected Embedder embedder() {
    return EMBEDDER;
  }

  @AfterAll
  static void close() {
    EMBEDDER.close();
  }

  @Test
  void returnsFingerprintAndDimensionWithoutLoading() {
    OnnxEmbedder unloaded = OnnxEmbedder.bgeSmallEnglish();
    unloaded.close();
    assertThat(unloaded.dimension()).isEqualTo(384);
    assertThat(unloaded.fingerprint())
        .isEqualTo("bge-small-en-v1.5-q/384/cls/l2/512/batch1/6c9c6101a956");
  }

  @Test
  void returnsTheRecordedVectors() {
    float[] vector = embed("Paris is the capital of France.").toArray();
    assertThat(vector).hasSize(384);
    float[] golden = {-0.003750585f, -0.006168755f, 0.006541597f, -0.0020855786f};
    for (int i = 0; i < golden.length; i++) {
      assertThat(vector[i]).isCloseTo(golden[i], within(1e-3f));
    }
  }

  @Test
  void scoresTheAnswerOfAQueryHighest() {
    Embedding query = EMBEDDER.embedQuery("What is the capital of France?");
    List<Embedding> sentences = EMBEDDER.embedSentences(SENTENCES);
    float answer = query.dot(sentences.get(0));
    assertThat(answer).isGreaterThan(0.75f);
    assertThat(sentences.subList(1, sentences.size()))
        .allSatisfy(other -> assertThat(query.dot(other)).isLessThan(answer - 0.2f));
  }

  @Test
  void addsThePrefixOfTheModelToAQuery() {
    assertThat(EMBEDDER.embedQuery("capital of France"))
        .isEqualTo(
            embed("Represent this sentence for searching relevant passages: capital of France"));
  }

  @Test
  void truncatesALongText() {
    // Each "water" is one token. With [CLS] and [SEP], 510 words fill the limit of 512 tokens.
    String fitting = "water ".repeat(510).strip();
    String tooLong = "water ".repeat(5000).strip();
    Embedding expected = embed(fitting);
    assertThat(EMBEDDER.fits(fitting)).isTrue();
    assertThat(EMBEDDER.fits(fitting + " x")).isFalse();
    assertThat(embed(tooLong)).isEqualTo(expected);
    assertThat(embed("water ".repeat(509).strip())).isNotEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[SEP]", "[CLS]", "[MASK]", "[PAD]", "[UNK]"})
  void tokenizesSpecialTokensInATextAsText(String marker) {
    String spaced = marker.replace("[", "[ ").replace("]", " ]");
    assertThat(embed("before " + marker + " after"))
        .isEqualTo(embed("before " + spaced + " after"));
    assertThat(EMBEDDER.unknownShare(marker)).hasValue(0);
  }

  @Test
  void escapesSpecialTokensAfterRemovingInvisibleCharacters() {
    assertThat(embed("a [\u200bSEP] b")).isEqualTo(embed("a [SEP] b"));
  }

  @Test
  void ignoresInvisibleCharacters() {
    assertThat(EMBEDDER.embedQuery("capital\u200b of\u200d France"))
        .isEqualTo(EMBEDDER.embedQuery("capital of France"));
  }

  @Test
  void acceptsALoneSurrogate() {
    assertThat(embed("broken \ud83d emoji").dimension()).isEqualTo(384);
    assertThat(embed("zero \u0000 byte").dimension()).isEqualTo(384);
  }

  @Test
  void reportsForeignScriptAsUnknown() {
    assertThat(EMBEDDER.unknownShare("กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย")).hasValue(1);
    assertThat(EMBEDDER.unknownShare("Bangkok is the capital of Thailand.")).hasValue(0);
    assertThat(EMBEDDER.unknownShare("one two 😀 three")).hasValue(0.25);
    assertThat(EMBEDDER.unknownShare(" ")).hasValue(0);
  }

  @Test
  void reportsTheUnknownShareOfALongText() {
    String text = "one two 😀 three\n".repeat(1000);
    assertThat(EMBEDDER.unknownShare(text)).hasValue(0.25);
  }

  @Test
  void embedsEqualSentencesOnce() {
    // If each copy were embedded separately, this test would take minutes.
    List<Embedding> embeddings =
        EMBEDDER.embedSentences(Collections.nCopies(100_000, SENTENCES.get(0)));
    assertThat(embeddings).hasSize(100_000);
    assertThat(embeddings.get(99_999)).isSameAs(embeddings.get(0));
  }

  @Test
  void rejectsBlankText() {
    assertThatThrownBy(() -> EMBEDDER.embedSentences(List.of("a", " ")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EMBEDDER.embedQuery("\n"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void failsOnAnInterruptAndKeepsTheInterruptFlag() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> EMBEDDER.embedSentences(SENTENCES))
          .isInstanceOf(EmbeddingException.class)
          .hasMessageContaining("interrupted");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void failsOnAnInterruptDuringACall() throws Exception {
    List<String> manySeconds =
        IntStream.range(0, 2_000).mapToObj(i -> SENTENCES.get(1) + " " + i).toList();
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread working =
        new Thread(
            () -> thrown.complete(catchThrowable(() -> embedder().embedSentences(manySeconds))));
    working.start();
    while (working.isAlive() && !isEmbedding(working)) {
      Thread.sleep(1);
    }
    working.interrupt();
    assertThat(thrown.get()).isInstanceOf(EmbeddingException.class).hasMessageContaining("2000");
  }

  @Test
  void rejectsCallsAfterClose() {
    Embedder closed = OnnxEmbedder.bgeSmallEnglish();
    assertThat(closed.embedQuery("loads the model").dimension()).isEqualTo(384);
    closed.close();
    closed.close();
    assertThatThrownBy(() -> closed.embedQuery("a")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> closed.embedSentences(List.of("a")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> closed.fits("a")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> closed.unknownShare("a")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void waitsForRunningCallsWhenClosed() throws Exception {
    Embedder closing = OnnxEmbedder.bgeSmallEnglish();
    closing.embedQuery("loads the model");
    List<String> texts = IntStream.range(0, 12).mapToObj(i -> SENTENCES.get(1) + " " + i).toList();
    FutureTask<List<Embedding>> running = new FutureTask<>(() -> closing.embedSentences(texts));
    Thread working = new Thread(running);
    working.start();
    while (!running.isDone() && !isEmbedding(working)) {
      Thread.sleep(1);
    }
    closing.close();
    assertThat(running.get()).hasSize(12);
  }

  private static boolean isEmbedding(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().startsWith("ai.onnxruntime."));
  }

  private static Embedding embed(String sentence) {
    return EMBEDDER.embedSentences(List.of(sentence)).get(0);
  }
}
