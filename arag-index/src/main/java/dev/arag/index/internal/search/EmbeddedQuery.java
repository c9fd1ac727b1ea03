package dev.arag.index.internal.search;

import dev.arag.core.corpus.Profile;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SemanticRanking;
import dev.arag.core.embed.Embedding;

/** A query, its embedding and the requested page of hits. */
public record EmbeddedQuery(SemanticQuery query, Embedding embedding, Page page) {
  /**
   * A page of hits.
   *
   * @param topK the maximum number of hits, at least 1
   * @param offset the number of hits to skip, at least 0
   */
  public record Page(int topK, int offset) {
    private static final SemanticQuery ANY = SemanticQuery.of("any");

    /**
     * Validates the values by creating a ranking, so that invalid values are rejected before a
     * query is embedded.
     */
    public Page {
      new SemanticRanking(ANY, topK, offset).hits();
    }
  }

  SemanticRanking ranking() {
    return new SemanticRanking(query, page.topK(), page.offset());
  }

  /** Whether the query considers all sentences. */
  boolean considersAll() {
    return query.profile() != Profile.PAPER;
  }

  NearestSentences nearest() {
    return nearest(ranking().wantedSentences());
  }

  NearestSentences nearest(long wantedSentences) {
    return new NearestSentences(embedding.toArray(), wantedSentences, ranking().wantedChunks());
  }
}
