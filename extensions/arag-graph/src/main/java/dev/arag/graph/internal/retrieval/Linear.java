package dev.arag.graph.internal.retrieval;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.RankingStrategy;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.entity.GraphRanking;
import dev.arag.graph.internal.rank.MentionGraph;
import java.util.List;

/**
 * LinearRAG: ranks chunks along the entities that they mention, and asks once.
 *
 * @param name the name without options
 * @param chunks the number of chunks to show
 */
public record Linear(String name, int chunks) implements RankingStrategy {
  @Override
  public ChunkRanking ranking(RunContext run) {
    return Linear::rank;
  }

  private static List<ChunkId> rank(Corpus corpus, String question, int k) {
    return MentionGraph.of(corpus).rank(question, List.of(), k).hits().stream()
        .map(GraphRanking.Hit::chunkId)
        .toList();
  }

  @Override
  public String run(String question, RunContext run, ChunkRanking ranking) {
    return Strategies.naiveRag(chunks, ranking).run(question, run);
  }
}
