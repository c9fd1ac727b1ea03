package dev.arag.agent.strategy;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Profile;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.Toolbox;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The loop of the A-RAG paper with other tools. Other tools of the application stay, except in the
 * naive variant, which has a single tool.
 */
final class Ablation {
  /**
   * The limit on a result with the full text of chunks. The run also limits each result to an
   * eighth of the context window.
   */
  private static final int MAX_FULL_TEXT_TOKENS = 1_000_000;

  private Ablation() {}

  static Strategy naive() {
    return new ARagStrategy(
        StrategyNames.ARAG_NAIVE,
        SystemPrompt.of(StrategyNames.ARAG_NAIVE),
        run ->
            Toolbox.overNaiveSearch(run.corpus(), run.profile())
                .withMaxResultTokens(MAX_FULL_TEXT_TOKENS));
  }

  static Strategy withoutKeywordSearch() {
    return new ARagStrategy(
        StrategyNames.ARAG_NO_KEYWORD,
        SystemPrompt.of(StrategyNames.ARAG_NO_KEYWORD),
        run -> without(Toolbox.KEYWORD_SEARCH, run.tools()));
  }

  static Strategy withoutSemanticSearch() {
    return new ARagStrategy(
        StrategyNames.ARAG_NO_SEMANTIC,
        SystemPrompt.of(StrategyNames.ARAG_NO_SEMANTIC),
        run -> without(Toolbox.SEMANTIC_SEARCH, run.tools()));
  }

  static Strategy withoutChunkRead() {
    return new ARagStrategy(
        StrategyNames.ARAG_NO_READ,
        SystemPrompt.of(StrategyNames.ARAG_NO_READ),
        run -> withFullText(run.tools(), run.corpus(), run.profile()));
  }

  private static Toolbox withFullText(Toolbox all, Corpus corpus, Profile profile) {
    Toolbox offered = without(Toolbox.CHUNK_READ, all);
    for (RetrievalTool search : Toolbox.overFullText(corpus, profile).tools()) {
      if (hasTool(search.name(), all)) {
        offered = offered.with(search);
      }
    }
    return offered.withMaxResultTokens(MAX_FULL_TEXT_TOKENS);
  }

  /** Removes a tool, and the sentences about it from the descriptions of the other tools. */
  private static Toolbox without(String removed, Toolbox all) {
    Toolbox offered = hasTool(removed, all) ? all.without(removed) : all;
    for (RetrievalTool tool : offered.tools()) {
      String description = tool.description();
      if (description.contains(removed)) {
        offered = offered.withDescription(tool.name(), withoutSentences(description, removed));
      }
    }
    return offered;
  }

  private static String withoutSentences(String description, String name) {
    return Stream.of(description.split("(?<=[.!?])\\s+", -1))
        .filter(sentence -> !sentence.contains(name))
        .collect(Collectors.joining(" "));
  }

  private static boolean hasTool(String name, Toolbox tools) {
    List<String> names = tools.tools().stream().map(RetrievalTool::name).toList();
    return names.contains(name);
  }
}
