package dev.arag.core.embed;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** Turns text into vectors. Implementations are thread-safe. */
public interface Embedder extends AutoCloseable {
  /** The number of floats in every vector. The dimension of an embedder never changes. */
  int dimension();

  /**
   * Identifies everything that affects the vectors: the model, its weights, pooling, prefixes and
   * batching. Two embedders with the same fingerprint must return the same vectors for the same
   * text. An index rejects an embedder whose fingerprint differs from that of the embedder it was
   * built with.
   */
  String fingerprint();

  /**
   * Embeds sentences of a corpus.
   *
   * @param sentences the sentences; the list may be empty, but no sentence may be blank
   * @return one vector per sentence, in the same order
   * @throws dev.arag.core.error.EmbeddingException if the model cannot run; no partial result is
   *     returned
   */
  List<Embedding> embedSentences(List<String> sentences);

  /**
   * Embeds a query. If the model was trained with a query prefix, the prefix is added.
   *
   * @param query the query, which must not be blank
   * @throws dev.arag.core.error.EmbeddingException if the model cannot run
   */
  Embedding embedQuery(String query);

  /**
   * The fraction of the tokens of a text that are not in the model's vocabulary, from 0 to 1. If
   * the fraction is high, the vector represents the text poorly. The default implementation returns
   * empty, which means unknown.
   */
  default OptionalDouble unknownShare(String text) {
    requireNonNull(text, "text");
    return OptionalDouble.empty();
  }

  /**
   * Whether the text fits into the input length of the model. If not, only the start of the text is
   * embedded. The default implementation returns true.
   */
  default boolean fits(String text) {
    requireNonNull(text, "text");
    return true;
  }

  /**
   * The cosine similarity below which even the best sentence is rarely relevant, measured for this
   * model. This threshold is used only to label results, never to remove them. The default
   * implementation returns empty, which means unknown.
   */
  default OptionalDouble weakBelow() {
    return OptionalDouble.empty();
  }

  /**
   * The languages that the model was trained for, as BCP 47 language subtags such as {@code de}. An
   * index reports a warning for documents in other languages. The default implementation returns an
   * empty set, which means that the model supports many languages or that its languages are
   * unknown.
   */
  default Set<String> languages() {
    return Set.of();
  }

  /**
   * Releases the resources of the model. Calling this method again has no effect. No other method
   * may be called after this one.
   */
  @Override
  default void close() {}
}
