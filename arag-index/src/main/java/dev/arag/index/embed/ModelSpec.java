package dev.arag.index.embed;

import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a model wants its texts, and how its states become a vector.
 *
 * @param name of the model, first part of the fingerprint
 * @param width floats in the vector the model gives
 * @param dimension floats kept of it: all, or the first ones if the model was trained for that
 * @param maxTokens the most tokens a text may have, the special ones around it included
 * @param pooling how token states become a vector; null if the model must do it itself
 * @param padding where shorter texts of a run are filled up
 * @param queryPrefix put before a query
 * @param sentencePrefix put before a sentence
 * @param endToken content of the one special token put after every text; empty to put the special
 *     tokens of the tokenizer's own template around it
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

  /** Known for the default encoder alone: see docs/performance.md for how it was found. */
  OptionalDouble weakBelow() {
    return name.equals(BGE_SMALL_ENGLISH.name) ? BGE_WEAK_BELOW : OptionalDouble.empty();
  }

  /** English where the model card names nothing else; empty where it is not known. */
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
