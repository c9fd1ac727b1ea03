package dev.arag.agent.strategy;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.MeanSearch;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.text.ChunkId;
import java.util.List;
import java.util.Optional;

/** The ranking of {@code semantic_search}. */
record BestSentenceRanking(RankingRules rules) implements ChunkRanking {
  BestSentenceRanking {
    requireNonNull(rules, "rules");
  }

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

  private static List<ChunkId> chunks(List<? extends Hit> hits) {
    return hits.stream().map(Hit::chunk).toList();
  }
}
