package dev.arag.index.spi.store;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import java.util.List;

/**
 * Checks that the fingerprint of an embedder is not blank, and that its vectors have the declared
 * dimension.
 */
public final class EmbedderCheck {
  private EmbedderCheck() {}

  /**
   * Checks the fingerprint of an embedder.
   *
   * @return the embedder
   * @throws IllegalArgumentException if its fingerprint is blank
   */
  public static Embedder requireFingerprint(Embedder embedder) {
    if (requireNonNull(embedder, "embedder").fingerprint().isBlank()) {
      throw new IllegalArgumentException("The fingerprint of the embedder must not be blank.");
    }
    return embedder;
  }

  /**
   * Checks that an embedder has returned one vector for each sentence, and that each vector has the
   * dimension that {@link Embedder#dimension} declares.
   *
   * @param texts the embedded texts of the sentences
   * @param embeddings the vectors
   * @return the vectors
   * @throws EmbeddingException if the number of vectors or their dimension is wrong
   */
  public static List<Embedding> requireValid(
      Embedder embedder, List<String> texts, List<Embedding> embeddings) {
    requireNonNull(embedder, "embedder");
    requireNonNull(texts, "texts");
    requireNonNull(embeddings, "embeddings");
    if (embeddings.size() != texts.size()) {
      throw new EmbeddingException(
          "The embedder returned %s vectors for %s sentences."
              .formatted(embeddings.size(), texts.size()));
    }
    embeddings.forEach(embedding -> requireDimension(embedder, embedding));
    return embeddings;
  }

  /**
   * Embeds a query, and checks the dimension of the vector.
   *
   * @throws EmbeddingException if the model cannot run, or if the dimension of the vector differs
   *     from {@link Embedder#dimension}
   */
  public static Embedding embedQuery(Embedder embedder, String query) {
    Embedding embedding = requireNonNull(embedder, "embedder").embedQuery(query);
    requireDimension(embedder, embedding);
    return embedding;
  }

  private static void requireDimension(Embedder embedder, Embedding embedding) {
    if (embedding.dimension() != embedder.dimension()) {
      throw new EmbeddingException(
          "The embedder returned a vector of %s floats, but its dimension is %s."
              .formatted(embedding.dimension(), embedder.dimension()));
    }
  }
}
