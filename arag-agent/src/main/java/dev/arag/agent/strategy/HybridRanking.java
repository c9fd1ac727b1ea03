package dev.arag.agent.strategy;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Profile;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.text.ChunkId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reciprocal rank fusion of the two searches. */
record HybridRanking(Profile profile) implements ChunkRanking {
  private static final int RANK_CONSTANT = 60;
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
    Map<ChunkId, Double> scores = new LinkedHashMap<>();
    add(corpus.semanticSearch(new SemanticQuery(query, profile), candidates, 0), scores);
    List<String> keywords = QuestionKeywords.of(query);
    if (!keywords.isEmpty()) {
      KeywordQuery keywordQuery = KeywordQuery.of(keywords, profile);
      add(corpus.keywordSearch(keywordQuery, candidates, 0).hits(), scores);
    }
    return scores.entrySet().stream()
        .sorted(Map.Entry.<ChunkId, Double>comparingByValue().reversed())
        .limit(k)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static void add(List<? extends Hit> hits, Map<ChunkId, Double> scores) {
    for (int i = 0; i < hits.size(); i++) {
      scores.merge(hits.get(i).chunk(), 1.0 / (RANK_CONSTANT + i + 1), Double::sum);
    }
  }
}
