package dev.arag.agent.strategy;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.text.ChunkId;
import java.util.List;

/** Reciprocal rank fusion of the two searches. */
record HybridRanking(RankingRules rules) implements ChunkRanking {
  static final int CANDIDATES_PER_CHUNK = 3;

  HybridRanking {
    requireNonNull(rules, "rules");
  }

  @Override
  public String name() {
    return "hybrid";
  }

  @Override
  public List<ChunkId> rank(Corpus corpus, String query, int k) {
    return rankByMean(corpus, List.of(query), k);
  }

  /** The keywords are those of the first text. */
  @Override
  public List<ChunkId> rankByMean(Corpus corpus, List<String> texts, int k) {
    int candidates = Math.multiplyExact(CANDIDATES_PER_CHUNK, k);
    ChunkRanking byMeaning = ChunkRanking.bestSentence(rules);
    ChunkRanking byWords = ChunkRanking.keywords(rules);
    return RankFusion.fuse(
        List.of(
            texts.size() == 1
                ? byMeaning.rank(corpus, texts.get(0), candidates)
                : byMeaning.rankByMean(corpus, texts, candidates),
            byWords.rank(corpus, texts.get(0), candidates)),
        k);
  }
}
