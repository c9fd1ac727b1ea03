package dev.arag.paper.internal;

import dev.arag.agent.spi.Profile;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.ToolLoop;
import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.RetrievalTool;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The loop of the A-RAG paper with other tools. Other tools of the application stay, except in the
 * naive variant, which has a single tool.
 */
public record Ablation(Variant variant) implements ToolLoop {
  /**
   * The limit on a result with the full text of chunks. The run also limits each result to an
   * eighth of the context window.
   */
  private static final int MAX_FULL_TEXT_TOKENS = 1_000_000;

  /** What an ablation changes. The changes of the prompt are a resource. */
  public enum Variant {
    NAIVE("arag-naive") {
      @Override
      Toolbox tools(RunContext run) {
        Toolbox naive =
            isPaper(run)
                ? PaperTools.naiveSearch(run.corpus())
                : FullTextSearch.overNaive(run.corpus());
        return naive.withMaxResultTokens(MAX_FULL_TEXT_TOKENS);
      }
    },
    NO_KEYWORD("arag-no-keyword") {
      @Override
      Toolbox tools(RunContext run) {
        return without(Toolbox.KEYWORD_SEARCH, run.tools());
      }
    },
    NO_SEMANTIC("arag-no-semantic") {
      @Override
      Toolbox tools(RunContext run) {
        return without(Toolbox.SEMANTIC_SEARCH, run.tools());
      }
    },
    NO_READ("arag-no-read") {
      @Override
      Toolbox tools(RunContext run) {
        return withFullText(run);
      }
    };

    final String strategyName;

    Variant(String strategyName) {
      this.strategyName = strategyName;
    }

    abstract Toolbox tools(RunContext run);

    String prompt(Profile profile) {
      return Prompts.edit(profile.aragPrompt(), Prompts.readEdits(strategyName + ".txt"));
    }
  }

  @Override
  public String name() {
    return variant.strategyName;
  }

  @Override
  public String prompt(RunContext run) {
    return variant.prompt(run.profile());
  }

  @Override
  public Toolbox tools(RunContext run) {
    return variant.tools(run);
  }

  private static boolean isPaper(RunContext run) {
    return run.profile().equals(PaperProfile.INSTANCE);
  }

  private static Toolbox fullText(RunContext run, Corpus corpus) {
    return isPaper(run) ? PaperTools.fullText(corpus) : FullTextSearch.over(corpus);
  }

  private static Toolbox withFullText(RunContext run) {
    Toolbox all = run.tools();
    Toolbox offered = without(Toolbox.CHUNK_READ, all);
    for (RetrievalTool search : fullText(run, run.corpus()).tools()) {
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
