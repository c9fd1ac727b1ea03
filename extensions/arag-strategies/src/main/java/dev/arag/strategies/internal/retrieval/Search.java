package dev.arag.strategies.internal.retrieval;

import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.RunContext;
import java.util.Locale;

/** The search that a strategy uses. */
public enum Search {
  SEMANTIC,
  KEYWORD,
  HYBRID;

  /** Returns the search with a name such as {@code semantic}. */
  public static Search named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Returns the ranking of this search in a run. */
  public ChunkRanking ranking(RunContext run) {
    return switch (this) {
      case SEMANTIC -> ChunkRanking.bestSentence(run.profile().rankingRules());
      case KEYWORD -> ChunkRanking.keywords(run.profile().rankingRules());
      case HYBRID -> ChunkRanking.hybrid(run.profile().rankingRules());
    };
  }

  /** The name of this search in the name of a strategy. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
