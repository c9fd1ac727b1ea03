package dev.arag.agent.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.internal.text.QuestionKeywords;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.MeanSearch;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.internal.query.RankFusion;
import dev.arag.core.text.ChunkId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
   * Returns the best chunks for several texts that ask for the same information, such as a question
   * and a text that may answer it. Rankings by meaning use the mean vector of the texts if the
   * corpus supports this, see {@link Corpus#meanSearch()}. The default implementation fuses the
   * best {@code 3k} chunks for each text.
   *
   * @param texts the texts, at least one, none blank; the first one is the question
   * @param k the maximum number of chunks, at least 1
   */
  default List<ChunkId> rankByMean(Corpus corpus, List<String> texts, int k) {
    requireNonNull(texts, "texts");
    int candidates = RankFusion.candidates(k);
    return fuse(texts.stream().map(text -> rank(corpus, text, candidates)).toList(), k);
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
    requireNonNull(rules, "rules");
    record BestSentence(RankingRules rules) implements ChunkRanking {
      @Override
      public List<ChunkId> rank(Corpus corpus, String query, int k) {
        return chunks(corpus.semanticSearch(new SemanticQuery(query, rules), k, 0));
      }

      @Override
      public List<ChunkId> rankByMean(Corpus corpus, List<String> texts, int k) {
        Optional<MeanSearch> search = corpus.meanSearch();
        return search.isPresent()
            ? chunks(search.get().semanticSearch(texts, rules, k, 0))
            : ChunkRanking.super.rankByMean(corpus, texts, k);
      }
    }
    return new BestSentence(rules);
  }

  /**
   * Returns the ranking of {@code keyword_search}. The keywords are the words of the query that are
   * not English stop words. If there are more than 10, words with an upper-case letter or a digit
   * are used first, then the longest words. A query without keywords finds no chunks.
   *
   * @param rules the rules, which determine the order of the hits
   */
  static ChunkRanking keywords(RankingRules rules) {
    requireNonNull(rules, "rules");
    return (corpus, query, k) -> chunks(keywordHits(corpus, QuestionKeywords.of(query), rules, k));
  }

  private static List<KeywordHit> keywordHits(
      Corpus corpus, List<String> keywords, RankingRules rules, int k) {
    return keywords.isEmpty()
        ? List.of()
        : corpus.keywordSearch(KeywordQuery.of(keywords, rules), k, 0).hits();
  }

  private static double share(KeywordHit hit, List<String> keywords) {
    return hit.counts().size() / (double) keywords.size();
  }

  private static List<ChunkId> chunks(List<? extends Hit> hits) {
    return hits.stream().map(Hit::chunkId).toList();
  }

  /**
   * Returns the fusion of {@link #bestSentence} and {@link #keywords}. Each of these searches
   * contributes its best {@code 3k} chunks. The ranks are fused as in {@link Corpus#search}.
   *
   * @param rules the rules, which determine the order of the hits of each search
   */
  static ChunkRanking hybrid(RankingRules rules) {
    requireNonNull(rules, "rules");
    record Hybrid(RankingRules rules) implements ChunkRanking {
      @Override
      public String name() {
        return "hybrid";
      }

      @Override
      public List<ChunkId> rank(Corpus corpus, String query, int k) {
        return rankByMean(corpus, List.of(query), k);
      }

      /** {@inheritDoc} The keyword search uses only the first text. */
      @Override
      public List<ChunkId> rankByMean(Corpus corpus, List<String> texts, int k) {
        int candidates = RankFusion.candidates(k);
        ChunkRanking byMeaning = bestSentence(rules);
        List<ChunkId> meant =
            texts.size() == 1
                ? byMeaning.rank(corpus, texts.get(0), candidates)
                : byMeaning.rankByMean(corpus, texts, candidates);
        List<String> keywords = QuestionKeywords.of(texts.get(0));
        List<KeywordHit> found = keywordHits(corpus, keywords, rules, candidates);
        return RankFusion.hybrid(
                meant.stream().map(chunk -> Map.entry(chunk, 1.0)).toList(),
                found.stream().map(hit -> Map.entry(hit.chunkId(), share(hit, keywords))).toList(),
                Map.Entry::getKey,
                Map.Entry::getValue,
                k)
            .stream()
            .map(Map.Entry::getKey)
            .toList();
      }
    }
    return new Hybrid(rules);
  }

  /**
   * Fuses rankings (reciprocal rank fusion). The score of a chunk is the sum of {@code 1 / (60 +
   * rank)} over the rankings that contain it; the first rank is 1. Chunks with equal scores are
   * ordered by the first ranking that contains them, then by their rank in this ranking.
   *
   * @param rankings the rankings, each with the best chunk first; if a ranking repeats a chunk,
   *     only the first occurrence counts
   * @param k the maximum number of chunks to return, at least 1
   * @return the best chunks of all rankings, best first
   */
  static List<ChunkId> fuse(List<List<ChunkId>> rankings, int k) {
    return RankFusion.fuse(rankings, chunk -> chunk, k);
  }
}
