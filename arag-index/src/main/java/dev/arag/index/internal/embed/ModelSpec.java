package dev.arag.index.internal.embed;

import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The specification of a model. It determines how texts are prepared and how the hidden states of
 * the model become a vector.
 *
 * @param name the name of the model, which is the first part of the fingerprint
 * @param width the length of the vectors that the model returns
 * @param dimension the number of floats that are kept of each vector; less than {@code width} only
 *     if the model was trained for truncated vectors
 * @param maxTokens the maximum number of tokens in a text, including special tokens
 * @param pooling how the hidden states of the tokens become a vector; null if the model does this
 * @param padding the side on which the shorter texts of a run are padded
 * @param queryPrefix the text to insert before a query
 * @param sentencePrefix the text to insert before a sentence
 * @param endToken the content of the special token to add after every text; empty to use the
 *     special tokens of the tokenizer's template
 */
public record ModelSpec(
    String name,
    int width,
    int dimension,
    int maxTokens,
    @Nullable Pooling pooling,
    Padding padding,
    String queryPrefix,
    String sentencePrefix,
    String endToken) {

  public ModelSpec {
    if (dimension < 1 || dimension > width) {
      throw new IllegalArgumentException(
          "dimension must be 1 to " + width + " for " + name + ", was " + dimension);
    }
    if (maxTokens < 8) {
      throw new IllegalArgumentException("maxTokens must be >= 8, was " + maxTokens);
    }
  }

  private static final String BGE_NAME = "bge-small-en-v1.5-q";

  private static final Set<String> ENGLISH_MODELS =
      Set.of(BGE_NAME, "e5-small-v2", "all-MiniLM-L6-v2");

  private static final OptionalDouble BGE_WEAK_BELOW = OptionalDouble.of(0.6);

  public static final ModelSpec BGE_SMALL_ENGLISH =
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

  /** Known only for the default embedder. docs/measurements.md describes the measurement. */
  public OptionalDouble weakBelow() {
    return name.equals(BGE_SMALL_ENGLISH.name) ? BGE_WEAK_BELOW : OptionalDouble.empty();
  }

  /** English for the models that are known to support only English; otherwise empty. */
  public Set<String> languages() {
    return ENGLISH_MODELS.contains(name) ? Set.of("en") : Set.of();
  }

  public ModelSpec withDimension(int other) {
    return new ModelSpec(
        name, width, other, maxTokens, pooling, padding, queryPrefix, sentencePrefix, endToken);
  }

  public ModelSpec withMaxTokens(int other) {
    return new ModelSpec(
        name, width, dimension, other, pooling, padding, queryPrefix, sentencePrefix, endToken);
  }
}
