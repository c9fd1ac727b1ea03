package dev.arag.index.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.arag.core.embed.Embedding;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * Compares scores computed with the real weights of Qwen3-Embedding-0.6B to the scores on the model
 * card.
 */
@EnabledIfEnvironmentVariable(named = "ARAG_QWEN3_DIR", matches = ".+")
class Qwen3ModelCardTest {
  /**
   * The tolerance for quantized weights. Weights of 8 bits or fewer change the scores by a few
   * hundredths.
   */
  private static final double TOLERANCE = 0.03;

  private static final double[][] SCORES = {
    {0.7645568251609802, 0.14142508804798126}, {0.13549736142158508, 0.5999549627304077}
  };

  @Test
  void returnsTheScoresOfTheModelCard() {
    List<String> queries = List.of("What is the capital of China?", "Explain gravity");
    List<String> documents =
        List.of(
            "The capital of China is Beijing.",
            "Gravity is a force that attracts two bodies towards each other. It gives weight to"
                + " physical objects and is responsible for the movement of planets around the"
                + " sun.");
    try (OnnxEmbedder qwen3 = OnnxEmbedder.qwen3(Path.of(System.getenv("ARAG_QWEN3_DIR")))) {
      List<Embedding> sentences = qwen3.embedSentences(documents);
      for (int q = 0; q < queries.size(); q++) {
        Embedding query = qwen3.embedQuery(queries.get(q));
        for (int d = 0; d < documents.size(); d++) {
          double score = query.dot(sentences.get(d));
          System.out.printf("%s / document %d: %.4f%n", queries.get(q), d, score);
          assertThat(score).isCloseTo(SCORES[q][d], within(TOLERANCE));
        }
      }
    }
  }
}
