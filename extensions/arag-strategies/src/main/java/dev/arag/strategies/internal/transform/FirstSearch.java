package dev.arag.strategies.internal.transform;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.name.StrategyName;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import dev.arag.strategies.internal.retrieval.Search;
import java.util.List;

/**
 * Searches with the extended question and puts the results above the question of a strategy that
 * does its own searches.
 */
public record FirstSearch(QueryTransform transform, Strategy inner) implements Strategy {
  private static final int CHUNKS = 5;
  private static final String INTRODUCTION = "Results of a first search:\n";

  @Override
  public String name() {
    return StrategyName.of(transform.id()).around(inner);
  }

  @Override
  public String run(String question, RunContext run) {
    List<ChunkId> found =
        transform
            .apply(Search.SEMANTIC.ranking(run), run)
            .rank(run.corpus(), run.question(), CHUNKS);
    if (found.isEmpty()) {
      return inner.run(question, run);
    }
    SemanticQuery query = new SemanticQuery(run.question(), run.profile().rankingRules());
    String shown = run.show(run.corpus().rank(query, found)).text();
    return inner.run(FinalAnswer.aboveQuestion(INTRODUCTION + shown, question), run);
  }
}
