package dev.arag.core.corpus;

import java.util.List;

/**
 * A semantic search by the mean of the vectors of several texts, such as a question and texts that
 * may answer it. A corpus that has this capability returns it from {@link Corpus#meanSearch()}.
 */
public interface MeanSearch {
  /**
   * Finds chunks by the mean of texts. Each text is embedded as a query. The query vector is the
   * {@linkplain dev.arag.core.embed.Embedding#mean mean} of these vectors. In all other respects,
   * this search is like {@link Corpus#semanticSearch(SemanticQuery, int, int)} for the first text:
   * the {@linkplain dev.arag.core.spi.SemanticRanking reranking} uses only the words of this text.
   *
   * @param texts the texts, at least one, none blank
   * @param rules the rules, which determine the order of the hits
   * @param topK the maximum number of hits, at least 1; each hit is a different chunk
   * @param offset the number of best chunks to skip, at least 0
   * @throws dev.arag.core.error.EmbeddingException if a text cannot be embedded
   */
  List<SemanticHit> semanticSearch(List<String> texts, RankingRules rules, int topK, int offset);
}
