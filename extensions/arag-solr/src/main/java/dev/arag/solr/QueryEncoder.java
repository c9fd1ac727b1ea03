package dev.arag.solr;

import dev.arag.core.embed.Embedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EncoderMismatchException;
import dev.arag.core.error.NoEmbeddingsException;
import dev.arag.solr.internal.layout.State;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The encoder of the queries of a collection.
 *
 * @param collection the name of the collection
 * @param embedder the encoder; null if the collection was opened without one
 */
record QueryEncoder(String collection, @Nullable Embedder embedder) {
  /** Returns the encoder for a query, after a check that it created the vectors. */
  Embedder of(State state) {
    if (state.encoder() == null) {
      throw new NoEmbeddingsException(
          "The Solr collection "
              + collection
              + " has no embeddings. Semantic search is not possible. Create a new collection and"
              + " sync the documents with SolrIndex.Builder.embedder.");
    }
    if (embedder == null) {
      throw new CorpusException(
          "The Solr collection "
              + collection
              + " was opened without an encoder. Open it with the encoder "
              + state.encoder()
              + " to use semantic search.");
    }
    requireSame(state);
    return embedder;
  }

  /**
   * @throws EncoderMismatchException if another encoder created the vectors
   */
  void requireSame(State state) {
    String stored = state.encoder();
    if (embedder == null || stored == null) {
      return;
    }
    String given = embedder.fingerprint();
    if (!stored.equals(given) || embedder.dimension() != state.dimension()) {
      throw new EncoderMismatchException(
          "The Solr collection "
              + collection
              + " was built with the encoder "
              + stored
              + " ("
              + state.dimension()
              + " dimensions), not with "
              + given
              + " ("
              + embedder.dimension()
              + " dimensions). Open it with that encoder, or sync the documents into a new"
              + " collection.");
    }
  }

  OptionalDouble weakBelow() {
    return embedder == null ? OptionalDouble.empty() : embedder.weakBelow();
  }
}
