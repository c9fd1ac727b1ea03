package dev.arag.strategies.internal.transform;

import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.RankingStrategy;
import dev.arag.agent.spi.RunContext;
import dev.arag.strategies.internal.name.StrategyName;

/** Extends the queries of a strategy that ranks chunks. */
public record TransformedRanking(QueryTransform transform, RankingStrategy inner)
    implements RankingStrategy {
  @Override
  public String name() {
    return StrategyName.of(transform.id()).around(inner);
  }

  @Override
  public int chunks() {
    return inner.chunks();
  }

  @Override
  public ChunkRanking ranking(RunContext run) {
    return transform.apply(inner.ranking(run), run);
  }

  @Override
  public String run(String question, RunContext run, ChunkRanking ranking) {
    return inner.run(question, run, ranking);
  }
}
