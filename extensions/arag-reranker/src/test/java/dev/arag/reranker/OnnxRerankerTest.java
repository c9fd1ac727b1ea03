package dev.arag.reranker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.arag.core.NullArguments;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.AragException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.index.embed.TinyCrossEncoder;
import dev.arag.index.embed.TinyCrossEncoder.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxRerankerTest {
  private static final int LONG = 64;

  @TempDir private Path folder;

  private double[] scores(String query, String... passages) {
    try (OnnxReranker reranker = OnnxReranker.open(folder)) {
      return reranker.score(query, List.of(passages));
    }
  }

  @Test
  void scoresPairsOfDifferentLengthsInOneBatch() {
    TinyCrossEncoder.write(folder, LONG);
    // [CLS] w1 [SEP]: 0.5 + 1 + 0.25; w2 w3 [SEP]: 10 (2 + 3 + 0.25).
    assertThat(scores("w1", "w2 w3", "w9", "unknown", "w1 w1 w1 w1"))
        .containsExactly(1.75 + 52.5, 1.75 + 92.5, 1.75 + 2.5, 1.75 + 42.5);
    assertThat(scores("w1 w2", "w3")).containsExactly(3.75 + 32.5);
  }

  @Test
  void readsTheVariantsOfExports() {
    TinyCrossEncoder.write(folder, LONG, Form.NO_SEGMENTS);
    assertThat(scores("w1", "w2 w3")).containsExactly(1.75 + 5.25);
    TinyCrossEncoder.write(folder, LONG, Form.TWO_LOGITS);
    assertThat(scores("w1", "w2 w3", "w4")).containsExactly(3 * 54.25, 3 * 44.25);
    TinyCrossEncoder.write(folder, LONG, Form.FLOAT16);
    assertThat(scores("w1", "w2 w3")[0]).isCloseTo(54.25, within(0.05));
  }

  @Test
  void returnsSigmoidsOnRequest() {
    TinyCrossEncoder.write(folder, LONG, Form.NO_SEGMENTS);
    try (OnnxReranker reranker = OnnxReranker.builder(folder).sigmoid().threads(1).open()) {
      // The logit is 0.5 + 0.25 + 1 + 0.25.
      assertThat(reranker.score("x", List.of("w1"))[0])
          .isCloseTo(1 / (1 + Math.exp(-2)), within(1e-9));
    }
  }

  @Test
  void truncatesTheEndOfALongPassage() {
    TinyCrossEncoder.write(folder, 16);
    // 16 tokens are [CLS] w1 [SEP], 12 words and [SEP].
    String words = "w2 ".repeat(12).strip();
    double[] scores = scores("w1", words, words + " w9", words + " w9".repeat(500));
    assertThat(scores).containsOnly(1.75 + 242.5);
    try (OnnxReranker reranker = OnnxReranker.builder(folder).maxTokens(500).open()) {
      assertThat(reranker.score("w1", List.of(words + " w9"))).containsExactly(1.75 + 242.5);
      assertThat(reranker.score("w1 ".repeat(40), List.of("w2"))).hasSize(1);
      assertThat(reranker.score("w1 ".repeat(40), List.of("w2 ".repeat(40)))).hasSize(1);
    }
  }

  @Test
  void readsSpecialTokensAndInvisibleCharactersAsText() {
    TinyCrossEncoder.write(folder, LONG, Form.NO_SEGMENTS);
    assertThat(scores("w1", "w2 [SEP] w3", "w2 w\u200b3", "w2 \ud83d w3")).containsExactly(7, 7, 7);
  }

  @Test
  void namesWhatIsWrongWithAFolder() throws IOException {
    assertThatThrownBy(() -> OnnxReranker.open(folder.resolve("none")))
        .isInstanceOf(AragException.class)
        .hasMessageContaining("does not exist");
    assertThatThrownBy(() -> OnnxReranker.open(folder))
        .isInstanceOf(AragException.class)
        .hasMessageContaining("no ONNX model");
    TinyCrossEncoder.write(folder, LONG, Form.WITHOUT_LOGITS);
    assertThatThrownBy(() -> OnnxReranker.open(folder))
        .isInstanceOf(AragException.class)
        .hasMessageContaining("text-classification");
    TinyCrossEncoder.write(folder, LONG, Form.INT32);
    assertThatThrownBy(() -> OnnxReranker.open(folder)).hasMessageContaining("64-bit inputs");
    TinyCrossEncoder.write(folder, LONG, Form.THREE_LOGITS);
    assertThatThrownBy(() -> scores("w1", "w2")).hasMessageContaining("3 logits for 1 pairs");
    TinyCrossEncoder.write(folder, LONG);
    Files.writeString(folder.resolve("model.onnx"), "no model");
    assertThatThrownBy(() -> OnnxReranker.open(folder))
        .isInstanceOf(AragException.class)
        .hasMessageContaining("could not be loaded");
    TinyCrossEncoder.write(folder, LONG);
    Files.writeString(folder.resolve("tokenizer.json"), "{}");
    assertThatThrownBy(() -> OnnxReranker.open(folder)).isInstanceOf(AragException.class);
    Files.delete(folder.resolve("tokenizer.json"));
    assertThatThrownBy(() -> OnnxReranker.open(folder)).hasMessageContaining("tokenizer.json");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OnnxReranker.builder(folder).maxTokens(15));
    assertThatIllegalArgumentException().isThrownBy(() -> OnnxReranker.builder(folder).threads(0));
  }

  @Test
  void rejectsNullAndNoPassages() {
    TinyCrossEncoder.write(folder, LONG);
    try (OnnxReranker reranker = OnnxReranker.open(folder)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> reranker.score("w1", List.of()))
          .withMessage("passages must not be empty");
      Corpus corpus = InMemoryCorpus.of(Document.of("d", "Tarn."));
      List<Object> valid =
          List.of("w1", List.of("w2"), folder, corpus, reranker, Duration.ofSeconds(1));
      NullArguments arguments = new NullArguments(valid);
      arguments.requireRejected(OnnxReranker.class);
      arguments.requireRejected(reranker);
      arguments.requireRejected(Reranking.class);
      arguments.requireRejected(Reranking.of(reranker));
    }
  }

  @Test
  void scoresInSeveralThreadsAndRejectsCallsAfterClose() throws Exception {
    TinyCrossEncoder.write(folder, LONG);
    OnnxReranker reranker = OnnxReranker.open(folder);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Callable<double[]>> calls =
        IntStream.range(0, 200)
            .<Callable<double[]>>mapToObj(
                i -> () -> reranker.score("w1", List.of("w" + i % 10, "w1 ".repeat(i % 30) + "w2")))
            .toList();
    List<Future<double[]>> results = threads.invokeAll(calls);
    for (int i = 0; i < 200; i++) {
      assertThat(results.get(i).get())
          .containsExactly(1.75 + 2.5 + 10 * (i % 10), 1.75 + 2.5 + 10 * (i % 30) + 20);
    }
    threads.shutdown();
    reranker.close();
    reranker.close();
    assertThatThrownBy(() -> reranker.score("w1", List.of("w2")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void ranksTheHitsOfACorpus() {
    TinyCrossEncoder.write(folder, LONG);
    Document[] documents =
        IntStream.range(0, 20)
            .mapToObj(i -> Document.of("d%02d".formatted(i), "Bridge w%s.".formatted(i % 10)))
            .toArray(Document[]::new);
    try (OnnxReranker reranker = OnnxReranker.open(folder)) {
      Corpus corpus =
          Reranking.of(reranker)
              .timeout(Duration.ofMinutes(1))
              .apply((Corpus) InMemoryCorpus.of(documents));
      assertThat(corpus.keywordSearch(List.of("bridge"), 5).hits())
          .extracting(hit -> hit.chunkId().value())
          .containsExactly("d09", "d19", "d08", "d18", "d07");
      assertThat(corpus.semanticSearch("bridge", 3))
          .extracting(hit -> hit.chunkId().value())
          .containsExactly("d09", "d19", "d08");
    }
  }
}
