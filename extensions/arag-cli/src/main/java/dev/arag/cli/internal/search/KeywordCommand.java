package dev.arag.cli.internal.search;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.option.PagingOption;
import dev.arag.cli.internal.option.ProfileOption;
import dev.arag.cli.internal.option.ScopeOption;
import dev.arag.cli.internal.option.ShowOption;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.report.HitText;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordOperators;
import dev.arag.core.corpus.KeywordQuery;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag keyword}: finds chunks by keyword. */
@Command(
    description = "Finds chunks that contain the given words or phrases.",
    sortOptions = false,
    footer = {
      "",
      "Each WORD is a separate keyword. Put a phrase in quotation marks. Chunks with",
      "rare keywords rank higher.",
      "Example: arag keyword my.arag \"Old Bridge\" 1881",
      "Example: arag keyword my.arag Tarn --operators '\"Old Bridge\"^3 -film'"
    })
public final class KeywordCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "WORD",
      description = "A word, name, number or quoted phrase.")
  private List<String> words;

  @Mixin private PagingOption paging;

  @Option(
      names = "--operators",
      paramLabel = "TERMS",
      defaultValue = "",
      description =
          "More keywords (\"a phrase\"), weights (\"a phrase\"^3) and words to exclude"
              + " (-\"a word\"), as one argument.")
  private String operators;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "default",
      description = "default: rare whole words first; paper: the ranking of the A-RAG paper.")
  private ProfileOption profile;

  @Mixin private ScopeOption scope;
  @Mixin private ShowOption show;

  @Override
  public Integer call() {
    KeywordQuery plain =
        UsageException.requireValid(() -> KeywordQuery.of(words, profile.rankingRules()));
    KeywordOperators read = KeywordOperators.parse(operators, plain);
    read.problem().ifPresent(this::writeProblem);
    KeywordQuery query = read.query();
    location.requireNoDirectory(words.get(0));
    try (OpenCorpus index = location.open(arag.environment().variables())) {
      Corpus corpus = scope.within(index, arag.output());
      List<String> keys = show.keys(index, arag.output());
      KeywordHits found = corpus.keywordSearch(query, paging.topK(), paging.offset());
      arag.output().result(found.view(keys), out -> write(out, found, keys));
    }
    return ExitCode.OK;
  }

  private void writeProblem(String problem) {
    arag.output()
        .note(
            "The operators were not applied: "
                + problem
                + " Their words were searched as plain keywords.");
  }

  private void write(TextPage out, KeywordHits found, List<String> keys) {
    out.line(summary(found));
    for (String keyword : found.ignoringAccents()) {
      out.line("\"" + keyword + "\" has no exact match; accents were ignored.");
    }
    for (KeywordHit hit : found) {
      HitText.write(out, hit, HitText.counts(hit), keys);
      if (hit.omitted() > 0) {
        out.line("  (" + hit.omitted() + " more matching sentences)");
      }
    }
    HitText.writeRest(out, found.total(), paging.offset() + found.hits().size());
  }

  private static String summary(KeywordHits found) {
    String each =
        found.chunksWith().keySet().stream()
            .map(keyword -> summary(found, keyword))
            .collect(Collectors.joining(", "));
    return Formatting.count(found.total(), "chunk") + ": " + each + ".";
  }

  private static String summary(KeywordHits found, String keyword) {
    long whole = found.chunksWithWhole().getOrDefault(keyword, 0L);
    long inside = found.chunksWith().getOrDefault(keyword, 0L) - whole;
    String text = "\"" + keyword + "\" " + whole;
    return inside == 0 ? text : text + ", and " + inside + " inside longer words";
  }
}
