package dev.arag.paper;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.strategy.Strategy;
import java.util.List;
import java.util.stream.Stream;

/**
 * The ablations of the A-RAG paper: {@link Strategy#arag()} with other tools. They follow the
 * profile of the agent.
 */
public final class PaperStrategies {
  private PaperStrategies() {}

  /**
   * Returns the loop of {@link Strategy#arag()} with the single tool {@code
   * naive_embedding_search}, which shows the full text of chunks.
   *
   * <p>Source: "A-RAG (Naive)" in the A-RAG paper. Cost: up to 15 model calls with the default
   * budget, and the text of 5 chunks for each search.
   */
  public static Strategy aragNaive() {
    return new Ablation(Ablation.Variant.NAIVE);
  }

  /**
   * Returns {@link Strategy#arag()} without {@code keyword_search}.
   *
   * <p>Source: "w/o Keyword Search" in the A-RAG paper. Cost: that of A-RAG.
   */
  public static Strategy aragWithoutKeywordSearch() {
    return new Ablation(Ablation.Variant.NO_KEYWORD);
  }

  /**
   * Returns {@link Strategy#arag()} without {@code semantic_search}.
   *
   * <p>Source: "w/o Semantic Search" in the A-RAG paper. Cost: that of A-RAG.
   */
  public static Strategy aragWithoutSemanticSearch() {
    return new Ablation(Ablation.Variant.NO_SEMANTIC);
  }

  /**
   * Returns {@link Strategy#arag()} without {@code chunk_read}. Both searches show the full text of
   * chunks; a text that the model already has is replaced with a notice.
   *
   * <p>Source: "w/o Chunk Read" in the A-RAG paper. Cost: up to 15 model calls with the default
   * budget, and the text of 5 chunks for each search.
   */
  public static Strategy aragWithoutChunkRead() {
    return new Ablation(Ablation.Variant.NO_READ);
  }

  /**
   * Returns the strategy with a name of {@link #names()}.
   *
   * @throws IllegalArgumentException if there is no strategy with this name; the message lists the
   *     names
   */
  public static Strategy named(String name) {
    requireNonNull(name, "name");
    return Stream.of(Ablation.Variant.values())
        .filter(variant -> variant.strategyName.equals(name))
        .findFirst()
        .map(Ablation::new)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no strategy '"
                        + name
                        + "'. The strategies are "
                        + String.join(", ", names())
                        + "."));
  }

  /** The names of the ablations. */
  public static List<String> names() {
    return Stream.of(Ablation.Variant.values()).map(variant -> variant.strategyName).toList();
  }
}
