package dev.arag.agent.spi;

/**
 * A strategy that ranks the chunks once, shows the best of them and asks the model. A strategy that
 * wraps such a strategy can replace the ranking.
 */
public interface RankingStrategy extends Strategy {
  /** The maximum number of chunks to show, at least 1. */
  int chunks();

  /** Returns the ranking that this strategy uses in a run. */
  ChunkRanking ranking(RunContext run);

  /**
   * Answers one question with another ranking.
   *
   * @param question the question as the model must receive it
   * @param ranking ranks the chunks for {@link RunContext#question()}
   */
  String run(String question, RunContext run, ChunkRanking ranking);

  @Override
  default String run(String question, RunContext run) {
    return run(question, run, ranking(run));
  }
}
