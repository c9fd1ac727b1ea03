package dev.arag.strategies.internal.graph;

import dev.arag.agent.strategy.ChunkRanking;
import dev.arag.agent.strategy.RankingStrategy;
import dev.arag.agent.strategy.RunContext;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.NoEntityGraphException;
import dev.arag.core.graph.GraphRanking;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.name.StrategyName;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import java.util.List;

/**
 * LinearRAG: ranks chunks along the entities that they mention, and asks once.
 *
 * @param chunks the number of chunks to show
 */
public record Linear(int chunks) implements RankingStrategy {
  public static final String NAME = "linear";
  public static final int CHUNKS = 5;

  @Override
  public String name() {
    return StrategyName.of(NAME).option("k", chunks, CHUNKS).toString();
  }

  @Override
  public ChunkRanking ranking(RunContext run) {
    return Linear::rank;
  }

  private static List<ChunkId> rank(Corpus corpus, String question, int k) {
    return corpus
        .graph()
        .orElseThrow(NoEntityGraphException::new)
        .rank(question, List.of(), k)
        .hits()
        .stream()
        .map(GraphRanking.Hit::chunk)
        .toList();
  }

  @Override
  public String run(String question, RunContext run, ChunkRanking ranking) {
    return FinalAnswer.ask(run, question, ranking.rank(run.corpus(), run.question(), chunks));
  }
}
