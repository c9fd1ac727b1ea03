package dev.arag.knowledge.internal.hippo;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.RankingStrategy;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.spi.CorpusPassages;
import dev.arag.graph.spi.PassageSource;
import dev.arag.graph.spi.PassageSource.Passage;
import dev.arag.knowledge.internal.extract.FactExtractor;
import dev.arag.knowledge.internal.store.KnowledgeStore;
import java.util.List;

/**
 * HippoRAG 2: ranks chunks along facts, and asks once.
 *
 * @param name the name with the options that differ from their defaults
 * @param chunks the number of chunks to show
 * @param lazy the maximum number of near chunks whose facts a run may extract
 */
public record Hippo(
    String name, int chunks, int lazy, KnowledgeStore store, FactExtractor extractor)
    implements RankingStrategy {
  /** The number of nearest chunks of a search. */
  private static final int NEAREST = NearFacts.CHUNKS;

  /** The number of facts from which the model chooses. */
  private static final int FACTS = 5;

  @Override
  public ChunkRanking ranking(RunContext run) {
    return (corpus, question, k) -> rank(run, corpus, question, k);
  }

  @Override
  public String run(String question, RunContext run, ChunkRanking ranking) {
    return Strategies.naiveRag(chunks, ranking).run(question, run);
  }

  private List<ChunkId> rank(RunContext run, Corpus corpus, String question, int k) {
    PassageSource passages = new CorpusPassages(corpus);
    List<Passage> nearest = passages.nearest(question, Math.max(k, NEAREST));
    if (nearest.isEmpty()) {
      return List.of();
    }
    KnownFacts facts = new NearFacts(lazy, store, extractor).known(run, corpus, nearest, 2);
    List<ScoredFact> best = best(question, passages, nearest, facts);
    List<ScoredFact> chosen = best.isEmpty() ? best : FactFilter.choose(run, question, best);
    return chosen.isEmpty()
        ? nearest.stream().map(Passage::chunk).limit(k).toList()
        : new FactGraph(facts, corpus.mentions()).rank(chosen, nearest, k);
  }

  /** Returns the candidates, with scores from 0 to 1, the most similar first. */
  private static List<ScoredFact> best(
      String question, PassageSource passages, List<Passage> nearest, KnownFacts facts) {
    List<ScoredFact> all = NearFacts.of(question, passages, nearest, facts);
    double max = all.isEmpty() ? 0 : all.get(0).score();
    return all.stream()
        .limit(FACTS)
        .map(each -> each.withScore(relative(each.score(), max)))
        .toList();
  }

  /**
   * HippoRAG 2 scales the scores of all facts of the corpus from 0 to 1, so that the best ones are
   * near 1. With few facts, this would make a chosen fact worthless.
   */
  private static double relative(double score, double max) {
    return max > 0 ? Math.max(0, score) / max : 1;
  }
}
