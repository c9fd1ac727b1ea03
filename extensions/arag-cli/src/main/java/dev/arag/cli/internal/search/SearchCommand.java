package dev.arag.cli.internal.search;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.EmbedderOption;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.option.PagingOption;
import dev.arag.cli.internal.option.ScopeOption;
import dev.arag.cli.internal.option.ShowOption;
import dev.arag.cli.internal.report.HitText;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.SemanticHit;
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

/** {@code arag search}: finds chunks by keyword and by meaning. */
@Command(
    description = "Finds chunks for a question, words or \"a phrase\", by keyword and by meaning.",
    sortOptions = false,
    footer = {
      "",
      "Fuses the hits of arag keyword and arag semantic. Without embeddings, finds",
      "chunks by keyword only. A phrase needs double quotes inside the argument.",
      "Example: arag search my.arag who designed the bridge",
      "Example: arag search my.arag '\"Old Bridge\" 1881'"
    })
public final class SearchCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "TEXT",
      description = "The text, as in a search box.")
  private List<String> words;

  @Option(
      names = "--top-k",
      paramLabel = "N",
      defaultValue = "5",
      description = "Number of hits to show. Default 5.")
  private int topK;

  @Mixin private ScopeOption scope;
  @Mixin private ShowOption show;
  @Mixin private EmbedderOption embedder;

  /** The hits have the form of those of {@code arag keyword} or {@code arag semantic}. */
  record SearchResult(String query, List<Map<String, Object>> hits) {}

  @Override
  public Integer call() {
    String text = String.join(" ", words);
    SemanticCommand.requireText("TEXT", text);
    int k = PagingOption.atLeast("--top-k", 1, topK);
    location.requireNoDirectory(words.get(0));
    try (Embedder given = embedder.forQueries();
        OpenCorpus index = location.open(arag.environment().variables(), given)) {
      List<String> keys = show.keys(index, arag.output());
      List<Hit> hits = scope.within(index, arag.output()).search(text, k);
      SearchResult result =
          new SearchResult(text, hits.stream().map(hit -> hit.view(keys)).toList());
      arag.output().result(result, out -> write(out, hits, keys));
    }
    return ExitCode.OK;
  }

  private static void write(TextPage out, List<Hit> hits, List<String> keys) {
    out.line(hits.isEmpty() ? "No hits." : Formatting.count(hits.size(), "chunk") + ".");
    for (Hit hit : hits) {
      if (hit instanceof SemanticHit semantic) {
        HitText.write(out, semantic, keys);
      } else {
        HitText.write(out, hit, HitText.counts((KeywordHit) hit), keys);
      }
    }
  }
}
