package dev.arag.agent.internal.strategy;

import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.RankingStrategy;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.text.ChunkId;
import java.util.List;
import java.util.function.Function;

/**
 * Shows the chunks that a ranking finds best and asks once.
 *
 * @param rankings returns the ranking by the rules of a run
 */
public record RankedStrategy(String name, int chunks, Function<RankingRules, ChunkRanking> rankings)
    implements RankingStrategy {
  public static final Function<RankingRules, ChunkRanking> BEST_SENTENCE =
      ChunkRanking::bestSentence;
  public static final Function<RankingRules, ChunkRanking> HYBRID = ChunkRanking::hybrid;

  /** The maximum number of chunks. */
  static final int MAX_CHUNKS = 1_000;

  public RankedStrategy {
    if (chunks < 1 || chunks > MAX_CHUNKS) {
      throw new IllegalArgumentException("k must be 1 to " + MAX_CHUNKS + ", was " + chunks);
    }
  }

  /**
   * @param rankingName the name of the ranking; empty if it is the default
   */
  public static Strategy of(
      String name, int k, String rankingName, Function<RankingRules, ChunkRanking> rankings) {
    return new RankedStrategy(StrategyGrammar.withParameters(name, k, rankingName), k, rankings);
  }

  @Override
  public ChunkRanking ranking(RunContext run) {
    return rankings.apply(run.profile().rankingRules());
  }

  @Override
  public String run(String question, RunContext run, ChunkRanking ranking) {
    return OneShot.ask(
        question,
        run,
        freeTokens -> {
          List<ChunkId> best = ranking.rank(run.corpus(), run.question(), chunks);
          return OneShot.fitting(best, run, freeTokens);
        });
  }
}
