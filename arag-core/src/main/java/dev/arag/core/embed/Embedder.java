package dev.arag.core.embed;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** Turns text into vectors. Implementations are safe for use by several threads. */
public interface Embedder extends AutoCloseable {
  /** The length of every vector, in floats; constant for an embedder. */
  int dimension();

  /**
   * Identifies how vectors are computed: model, weights, pooling, prefixes, batching. Two embedders
   * with the same fingerprint give the same vectors for the same text. An index checks it.
   */
  String fingerprint();

  /**
   * Embeds sentences of a corpus.
   *
   * @param sentences no blank element; may be empty
   * @return one vector per sentence, in the same order
   * @throws dev.arag.core.error.EmbeddingException if the model cannot run; no partial result
   */
  List<Embedding> embedSentences(List<String> sentences);

  /**
   * Embeds a query, with the prefix the model was trained for.
   *
   * @param query not blank
   * @throws dev.arag.core.error.EmbeddingException if the model cannot run
   */
  Embedding embedQuery(String query);

  /**
   * The share of a text's tokens that are not in the model's vocabulary, 0 to 1. If it is high,
   * vectors carry little meaning. Default: 0, for unknown.
   */
  default double unknownShare(String text) {
    return 0;
  }

  /** Whether the whole text fits the model. Otherwise only its start is embedded. Default: true. */
  default boolean fits(String text) {
    return true;
  }

  /**
   * The cosine below which even the nearest sentence is rarely relevant, measured for this model.
   * It only labels results and never removes any. Default: unknown.
   */
  default OptionalDouble weakBelow() {
    return OptionalDouble.empty();
  }

  /**
   * The languages the model was trained for, as the first part of BCP 47 tags such as {@code de}.
   * An index warns of documents in other languages. Default: empty, for many languages or unknown.
   */
  default Set<String> languages() {
    return Set.of();
  }

  /**
   * Releases the resources of the model. Further calls to this method have no effect; other methods
   * must not be called.
   */
  @Override
  default void close() {}
}
