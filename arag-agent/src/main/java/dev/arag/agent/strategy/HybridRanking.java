package dev.arag.agent.strategy;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Profile;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.text.ChunkId;
import java.util.ArrayList;
import java.util.List;

/** Reciprocal rank fusion of the two searches. */
record HybridRanking(Profile profile) implements ChunkRanking {
  private static final int CANDIDATES_PER_CHUNK = 3;

  HybridRanking {
    requireNonNull(profile, "profile");
  }

  @Override
  public String name() {
    return "hybrid";
  }

  @Override
  public List<ChunkId> rank(Corpus corpus, String query, int k) {
    int candidates = Math.multiplyExact(CANDIDATES_PER_CHUNK, k);
    List<List<ChunkId>> rankings = new ArrayList<>();
    rankings.add(chunks(corpus.semanticSearch(new SemanticQuery(query, profile), candidates, 0)));
    List<String> keywords = QuestionKeywords.of(query);
    if (!keywords.isEmpty()) {
      KeywordQuery keywordQuery = KeywordQuery.of(keywords, profile);
      rankings.add(chunks(corpus.keywordSearch(keywordQuery, candidates, 0).hits()));
    }
    return RankFusion.fuse(rankings, k);
  }

  private static List<ChunkId> chunks(List<? extends Hit> hits) {
    return hits.stream().map(Hit::chunk).toList();
  }
}
