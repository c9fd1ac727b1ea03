package dev.arag.core.embed;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** Turns text into vectors. Implementations are safe for use by several threads. */
public interface Embedder extends AutoCloseable {
  /** Length of every vector, in floats; constant for the life of this embedder. */
  int dimension();

  /**
   * What made the vectors: model, weights, pooling, prefixes, batching. Two embedders with the same
   * fingerprint give the same vectors for the same text; an index checks it.
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
   * The share of a text's tokens that the model has no vocabulary for, 0 to 1. Where it is high,
   * vectors say little. Default 0: not known.
   */
  default double unknownShare(String text) {
    return 0;
  }

  /**
   * Whether the whole text fits the model. Of a text that does not, only the start is embedded.
   * Default true.
   */
  default boolean fits(String text) {
    return true;
  }

  /**
   * The cosine below which even the nearest sentence rarely has to do with a query, found by
   * measurement for this model. It marks results and never leaves any out. Default: not known.
   */
  default OptionalDouble weakBelow() {
    return OptionalDouble.empty();
  }

  /**
   * The languages the model was trained for, as the first part of BCP 47 tags such as {@code de}.
   * An index warns of documents in others. Default empty: many, or not known.
   */
  default Set<String> languages() {
    return Set.of();
  }

  /** Frees what the model holds. May be called twice; no other call may follow. */
  @Override
  default void close() {}
}
