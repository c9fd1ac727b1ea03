package dev.arag.cli.internal.search;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.EmbedderOption;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.option.PagingOption;
import dev.arag.cli.internal.option.ProfileOption;
import dev.arag.cli.internal.option.ScopeOption;
import dev.arag.cli.internal.option.ShowOption;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.report.HitText;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.embed.Embedder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag semantic}: finds chunks by meaning. */
@Command(
    description = "Finds chunks whose sentences are closest in meaning to a query.",
    sortOptions = false,
    footer = {
      "",
      "Ask for one fact and name the entity. Some sentence is always the closest, even",
      "if no document is relevant, so check that a hit is about the right entity.",
      "Example: arag semantic my.arag \"birthplace of Mira Voss\""
    })
public final class SemanticCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Parameters(index = "1", paramLabel = "QUERY", description = "The query, quoted.")
  private String query;

  @Mixin private PagingOption paging;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "default",
      description =
          "default, or paper: rank chunks as the reference implementation of the A-RAG paper does,"
              + " by the 3 x K sentences that are closest to the query (K: --top-k).")
  private ProfileOption profile;

  @Mixin private ScopeOption scope;
  @Mixin private ShowOption show;
  @Mixin private EmbedderOption embedder;

  record SemanticResult(String query, List<Map<String, Object>> hits) {}

  @Override
  public Integer call() {
    requireText("QUERY", query);
    try (Embedder given = embedder.forQueries();
        OpenCorpus index = location.open(arag.environment().variables(), given)) {
      List<String> keys = show.keys(index, arag.output());
      List<SemanticHit> hits =
          scope
              .within(index, arag.output())
              .semanticSearch(
                  new SemanticQuery(query, profile.rankingRules()), paging.topK(), paging.offset());
      SemanticResult result =
          new SemanticResult(query, hits.stream().map(hit -> hit.view(keys)).toList());
      arag.output().result(result, out -> write(out, hits, keys));
    }
    return ExitCode.OK;
  }

  /**
   * @throws UsageException if an argument is blank
   */
  static void requireText(String name, String argument) {
    if (argument.isBlank()) {
      throw new UsageException(name + " must not be blank");
    }
  }

  private static void write(TextPage out, List<SemanticHit> hits, List<String> keys) {
    out.line(hits.isEmpty() ? "No hits." : Formatting.count(hits.size(), "chunk") + ".");
    hits.forEach(hit -> HitText.write(out, hit, keys));
  }
}
