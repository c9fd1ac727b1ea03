package dev.arag.index.embed;

import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The specification of a model: how texts are prepared and how states become a vector.
 *
 * @param name of the model, first part of the fingerprint
 * @param width length of the model's vectors
 * @param dimension floats kept: all, or the first ones if the model was trained for that
 * @param maxTokens maximal number of tokens in a text, special ones included
 * @param pooling how token states become a vector; null if the model pools
 * @param padding side on which shorter texts of a run are padded
 * @param queryPrefix text before a query
 * @param sentencePrefix text before a sentence
 * @param endToken content of the special token after every text; empty to use the special tokens of
 *     the tokenizer's template
 */
record ModelSpec(
    String name,
    int width,
    int dimension,
    int maxTokens,
    @Nullable Pooling pooling,
    Padding padding,
    String queryPrefix,
    String sentencePrefix,
    String endToken) {

  ModelSpec {
    if (dimension < 1 || dimension > width) {
      throw new IllegalArgumentException(
          "dimension must be from 1 to " + width + " for " + name + ", was " + dimension);
    }
    if (maxTokens < 8) {
      throw new IllegalArgumentException("maxTokens must be >= 8, was " + maxTokens);
    }
  }

  private static final String BGE_NAME = "bge-small-en-v1.5-q";

  private static final Set<String> ENGLISH_MODELS =
      Set.of(BGE_NAME, "e5-small-v2", "all-MiniLM-L6-v2");

  private static final OptionalDouble BGE_WEAK_BELOW = OptionalDouble.of(0.6);

  static final ModelSpec BGE_SMALL_ENGLISH =
      new ModelSpec(
          BGE_NAME,
          384,
          384,
          512,
          Pooling.CLS,
          Padding.RIGHT,
          "Represent this sentence for searching relevant passages: ",
          "",
          "");

  /** Known for the default encoder only; docs/performance.md describes the measurement. */
  OptionalDouble weakBelow() {
    return name.equals(BGE_SMALL_ENGLISH.name) ? BGE_WEAK_BELOW : OptionalDouble.empty();
  }

  /** English for models whose card names no other language; empty if unknown. */
  Set<String> languages() {
    return ENGLISH_MODELS.contains(name) ? Set.of("en") : Set.of();
  }

  ModelSpec withDimension(int other) {
    return new ModelSpec(
        name, width, other, maxTokens, pooling, padding, queryPrefix, sentencePrefix, endToken);
  }

  ModelSpec withMaxTokens(int other) {
    return new ModelSpec(
        name, width, dimension, other, pooling, padding, queryPrefix, sentencePrefix, endToken);
  }
}
