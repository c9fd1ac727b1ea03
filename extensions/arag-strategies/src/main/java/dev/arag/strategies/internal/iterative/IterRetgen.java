package dev.arag.strategies.internal.iterative;

import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.name.StrategyName;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import dev.arag.strategies.internal.retrieval.IntermediateAnswer;
import dev.arag.strategies.internal.retrieval.Search;
import java.util.List;
import java.util.Set;

/**
 * ITER-RETGEN: answers, searches again with the question and the answer, and answers anew.
 *
 * @param rounds the maximum number of answers
 * @param chunks the number of chunks in each round
 */
public record IterRetgen(int rounds, int chunks, Search search) implements Strategy {
  public static final String NAME = "iter-retgen";
  public static final int ROUNDS = 2;
  public static final int MAX_ROUNDS = 5;
  public static final int CHUNKS = 5;

  @Override
  public String name() {
    return StrategyName.of(NAME)
        .option("rounds", rounds, ROUNDS)
        .option("k", chunks, CHUNKS)
        .option("search", search, Search.SEMANTIC)
        .toString();
  }

  @Override
  public String run(String question, RunContext run) {
    ChunkRanking ranking = search.ranking(run);
    String answer = "";
    List<ChunkId> previous = List.of();
    for (int round = 1; round <= rounds; round++) {
      if (round > 1 && !run.affords(1)) {
        run.warn("iter-retgen: the budget allowed " + (round - 1) + " of " + rounds + " rounds.");
        break;
      }
      List<ChunkId> found = ranking.rank(run.corpus(), query(answer, run), chunks);
      if (round > 1 && Set.copyOf(found).equals(Set.copyOf(previous))) {
        break;
      }
      run.closeFrom(() -> FinalAnswer.messages(run, question, found));
      answer = FinalAnswer.ask(run, question, found);
      previous = found;
    }
    return answer;
  }

  private static String query(String answer, RunContext run) {
    return (run.question() + " " + IntermediateAnswer.withoutCitations(answer, run)).strip();
  }
}
