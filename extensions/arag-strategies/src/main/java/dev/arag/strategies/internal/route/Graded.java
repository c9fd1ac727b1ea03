package dev.arag.strategies.internal.route;

import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.RankingStrategy;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.internal.name.StrategyName;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import dev.arag.strategies.internal.retrieval.Search;
import java.util.List;

/**
 * CRAG and Self-RAG with prompts: the texts of a first search are graded, a second search replaces
 * or extends them if necessary, and the answer is checked against the texts.
 *
 * @param fallback the name of the tool for the second search; empty for a search in the corpus
 */
public record Graded(Strategy inner, String fallback) implements Strategy {
  public static final String NAME = "graded";

  private static final int CHUNKS = 5;
  private static final String INTRODUCTION = "Results of a first search:\n";

  @Override
  public String name() {
    return StrategyName.of(NAME).option("fallback", fallback, "").around(inner);
  }

  @Override
  public String run(String question, RunContext run) {
    GradedSearch search = new GradedSearch(ranking(run), chunks(), fallback, run);
    run.closeFrom(() -> FinalAnswer.messages(run, question, shown(question, search, run)));
    search.run();
    return new SupportCheck(question, search, run).check(answer(question, search, run));
  }

  private ChunkRanking ranking(RunContext run) {
    return inner instanceof RankingStrategy ranked
        ? ranked.ranking(run)
        : Search.SEMANTIC.ranking(run);
  }

  private int chunks() {
    return inner instanceof RankingStrategy ranked ? ranked.chunks() : CHUNKS;
  }

  private String answer(String question, GradedSearch search, RunContext run) {
    if (inner instanceof RankingStrategy) {
      return FinalAnswer.ask(run, question, shown(question, search, run));
    }
    run.closeFrom(List::of);
    if (search.isEmpty()) {
      return inner.run(question, run);
    }
    String shown = INTRODUCTION + shown(question, search, run);
    return inner.run(FinalAnswer.aboveQuestion(shown, question), run);
  }

  private static String shown(String question, GradedSearch search, RunContext run) {
    return search.show(text -> FinalAnswer.messages(run, question, text));
  }
}
