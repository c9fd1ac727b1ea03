package dev.arag.agent.strategy;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.text.ChunkId;
import java.util.List;

/** Ranks chunks for a query. Implementations are thread-safe. */
@FunctionalInterface
public interface ChunkRanking {
  /**
   * Returns the best chunks for a query.
   *
   * @param corpus the corpus, restricted to the scope of the run; only its chunks may be returned
   * @param query the question, not blank
   * @param k the maximum number of chunks, at least 1
   * @return the ids of different chunks, best first
   */
  List<ChunkId> rank(Corpus corpus, String query, int k);

  /**
   * Returns the best chunks for several texts that mean the same, such as a question and a text
   * that may answer it. Rankings by meaning compare the mean of the texts if the corpus supports
   * it, see {@link Corpus#meanSearch()}. The default implementation fuses the best {@code 3k}
   * chunks for each text.
   *
   * @param texts the texts, at least one, none blank; the first one is the question
   * @param k the maximum number of chunks, at least 1
   */
  default List<ChunkId> rankByMean(Corpus corpus, List<String> texts, int k) {
    requireNonNull(texts, "texts");
    int candidates = Math.multiplyExact(HybridRanking.CANDIDATES_PER_CHUNK, k);
    return RankFusion.fuse(texts.stream().map(text -> rank(corpus, text, candidates)).toList(), k);
  }

  /**
   * The name of this ranking in the name of a strategy, such as {@code chunk}. If the name is
   * empty, the name of the strategy does not mention the ranking. Default: {@code custom}.
   */
  default String name() {
    return "custom";
  }

  /**
   * Returns the ranking of {@code semantic_search}: by the best sentence of each chunk.
   *
   * @param rules the rules, which determine the order of the hits
   */
  static ChunkRanking bestSentence(RankingRules rules) {
    return new BestSentenceRanking(rules);
  }

  /**
   * Returns the ranking of {@code keyword_search}. The keywords are the words of the query without
   * English stop words; if there are more than 10, the longest. Without keywords, no chunk is
   * found.
   *
   * @param rules the rules, which determine the order of the hits
   */
  static ChunkRanking keywords(RankingRules rules) {
    requireNonNull(rules, "rules");
    return (corpus, query, k) -> {
      List<String> keywords = QuestionKeywords.of(query);
      return keywords.isEmpty()
          ? List.of()
          : corpus.keywordSearch(KeywordQuery.of(keywords, rules), k, 0).hits().stream()
              .map(Hit::chunk)
              .toList();
    };
  }

  /**
   * Returns the fusion of both searches. Each of them contributes its best {@code 3k} chunks. A
   * chunk scores the sum of {@code 1 / (60 + rank)} over the searches that found it. The keywords
   * are the words of the query without English stop words; if there are more than 10, the longest.
   * Chunks with equal scores are in the order of the semantic search.
   *
   * @param rules the rules, which determine the order of the hits of each search
   */
  static ChunkRanking hybrid(RankingRules rules) {
    return new HybridRanking(rules);
  }
}
