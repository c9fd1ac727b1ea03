package dev.arag.index.internal.search;

import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.embed.Embedding;
import dev.arag.core.spi.SemanticRanking;

/** A query, its embedding and the requested range of hits. */
public record EmbeddedQuery(SemanticQuery query, Embedding embedding, Range range) {
  /**
   * A range of hits.
   *
   * @param topK the maximum number of hits, at least 1
   * @param offset the number of hits to skip, at least 0
   */
  public record Range(int topK, int offset) {
    private static final SemanticQuery ANY = SemanticQuery.of("any");

    /**
     * Validates the values by creating a ranking, so that invalid values are rejected before a
     * query is embedded.
     */
    public Range {
      new SemanticRanking(ANY, topK, offset).hits();
    }
  }

  SemanticRanking ranking() {
    return new SemanticRanking(query, range.topK(), range.offset());
  }

  /**
   * The number of best sentences to collect per wanted sentence if the query does not consider all
   * sentences, so that a second scan is seldom needed.
   */
  private static final int COLLECTED_PER_WANTED = 8;

  /** Whether the query considers all sentences. */
  boolean considersAll() {
    return !query.rules().ignoresShortSentences();
  }

  /** Returns the number of best sentences to collect in the first scan. */
  long firstWantedSentences() {
    return ranking().wantedSentences() * (considersAll() ? 1 : COLLECTED_PER_WANTED);
  }

  NearestSentences nearest() {
    return nearest(firstWantedSentences());
  }

  NearestSentences nearest(long wantedSentences) {
    return new NearestSentences(embedding.toArray(), wantedSentences, ranking().wantedChunks());
  }
}
