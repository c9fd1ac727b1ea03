package dev.arag.solr.internal.query;

import dev.arag.core.embed.Embedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.error.NotIndexedException;
import dev.arag.solr.internal.layout.State;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The embedder of the queries of a collection.
 *
 * @param collection the name of the collection
 * @param embedder the embedder; null if the collection was opened without one
 */
public record QueryEmbedder(String collection, @Nullable Embedder embedder) {
  /** Returns the embedder for a query, after a check that it created the vectors. */
  public Embedder of(State state) {
    if (state.embedder() == null) {
      throw new NotIndexedException(
          "The Solr collection "
              + collection
              + " has no embeddings. Semantic search is not possible. Create a new"
              + " collection, and sync the documents into it with an embedder"
              + " (SolrIndex.Builder.embedder).");
    }
    if (embedder == null) {
      throw new CorpusException(
          "The Solr collection "
              + collection
              + " was opened without an embedder. Open it with the embedder "
              + state.embedder()
              + " to use semantic search.");
    }
    requireSame(state);
    return embedder;
  }

  /**
   * @throws EmbedderMismatchException if another embedder created the vectors
   */
  public void requireSame(State state) {
    String stored = state.embedder();
    if (embedder == null || stored == null) {
      return;
    }
    String given = embedder.fingerprint();
    if (!stored.equals(given) || embedder.dimension() != state.dimension()) {
      throw new EmbedderMismatchException(
          "The Solr collection "
              + collection
              + " was built with the embedder "
              + stored
              + " ("
              + state.dimension()
              + " dimensions), not with "
              + given
              + " ("
              + embedder.dimension()
              + " dimensions). Open it with that embedder, or sync the documents into a new"
              + " collection.");
    }
  }

  public OptionalDouble weakBelow() {
    return embedder == null ? OptionalDouble.empty() : embedder.weakBelow();
  }
}
