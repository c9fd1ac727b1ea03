package dev.arag.paper;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.Strategy;
import dev.arag.paper.internal.Ablation;

/**
 * The ablations of the A-RAG paper: {@link Strategies#arag()} without one of its tools, or with
 * another one. They use the profile of the agent, which need not be {@link Paper#profile()}.
 */
public final class PaperStrategies {
  private PaperStrategies() {}

  /**
   * Returns the loop of {@link Strategies#arag()} with the single tool {@code
   * naive_embedding_search}, which shows the full text of chunks.
   *
   * <p>Source: "A-RAG (Naive)" in the A-RAG paper. Cost: up to 15 model calls with the default
   * budget, and the text of 5 chunks for each search.
   */
  public static Strategy aragNaive() {
    return new Ablation(Ablation.Variant.NAIVE);
  }

  /**
   * Returns {@link Strategies#arag()} without {@code keyword_search}.
   *
   * <p>Source: "w/o Keyword Search" in the A-RAG paper. Cost: that of A-RAG.
   */
  public static Strategy aragWithoutKeywordSearch() {
    return new Ablation(Ablation.Variant.NO_KEYWORD);
  }

  /**
   * Returns {@link Strategies#arag()} without {@code semantic_search}.
   *
   * <p>Source: "w/o Semantic Search" in the A-RAG paper. Cost: that of A-RAG.
   */
  public static Strategy aragWithoutSemanticSearch() {
    return new Ablation(Ablation.Variant.NO_SEMANTIC);
  }

  /**
   * Returns {@link Strategies#arag()} without {@code chunk_read}. Both searches show the full text
   * of chunks. A text that was shown before is replaced with a notice.
   *
   * <p>Source: "w/o Chunk Read" in the A-RAG paper. Cost: up to 15 model calls with the default
   * budget, and the text of 5 chunks for each search.
   */
  public static Strategy aragWithoutChunkRead() {
    return new Ablation(Ablation.Variant.NO_READ);
  }

  /**
   * Adds the ablations to a registry, with the names {@code arag-naive}, {@code arag-no-keyword},
   * {@code arag-no-semantic} and {@code arag-no-read}.
   */
  public static Strategies addTo(Strategies registry) {
    Strategies all = requireNonNull(registry, "registry");
    for (Ablation.Variant variant : Ablation.Variant.values()) {
      all = all.with(new Ablation(variant).name(), () -> new Ablation(variant));
    }
    return all;
  }
}
