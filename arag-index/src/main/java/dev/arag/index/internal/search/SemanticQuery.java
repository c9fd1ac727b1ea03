package dev.arag.index.internal.search;

import dev.arag.core.corpus.SemanticRanking;
import dev.arag.core.embed.Embedding;

/** A query by meaning, and which of its hits are wanted. */
public record SemanticQuery(Embedding embedding, Page page) {
  /**
   * Which hits are wanted.
   *
   * @param topK at least 1
   * @param offset how many of the best to skip, at least 0
   */
  public record Page(int topK, int offset) {
    /** What no page can be, the ranking refuses; better before a query is embedded. */
    public Page {
      new SemanticRanking(topK, offset).hits();
    }

    SemanticRanking ranking() {
      return new SemanticRanking(topK, offset);
    }

    NearestSentences nearest() {
      long wantedChunks = (long) topK + offset;
      return new NearestSentences(SemanticRanking.SENTENCES_PER_CHUNK * wantedChunks, wantedChunks);
    }
  }
}
