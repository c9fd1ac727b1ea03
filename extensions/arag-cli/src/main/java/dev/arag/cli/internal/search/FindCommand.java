package dev.arag.cli.internal.search;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.option.PagingOption;
import dev.arag.cli.internal.option.ScopeOption;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.report.HitText;
import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindResult;
import dev.arag.core.text.Location;
import dev.arag.core.text.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag find}: finds and counts the sentences that meet exact conditions. */
@Command(
    description = "Finds the sentences that meet all conditions, and counts them exactly.",
    sortOptions = false,
    footer = {
      "",
      "Example: arag find my.arag \"Old Bridge\" --pattern \"1[0-9]{3}\" --count-by year",
      "Example: arag find my.arag --near invoice --near director --within 8"
    })
public final class FindCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "WORD",
      description = "A word or quoted phrase that must occur.")
  private List<String> words = new ArrayList<>();

  @Option(
      names = "--near",
      paramLabel = "WORD",
      description = "A word that must be near the other words of --near. Repeat it.")
  private List<String> near = new ArrayList<>();

  @Option(
      names = "--within",
      paramLabel = "N",
      defaultValue = "5",
      description = "Words allowed between the words of --near. Default 5.")
  private int within;

  @Option(
      names = "--pattern",
      paramLabel = "REGEX",
      description = "A regular expression (RE2) for a part of a sentence; case does not matter.")
  private @Nullable String pattern;

  @Option(
      names = "--in",
      paramLabel = "UNIT",
      defaultValue = "sentence",
      description = "Where all must hold: sentence (default), section or document.")
  private FindQuery.Unit unit;

  @Option(
      names = "--count-by",
      paramLabel = "KEY",
      description = "Also count by document, source, type, year or a metadata key.")
  private @Nullable String countBy;

  @Mixin private PagingOption paging;

  @Mixin private ScopeOption scope;

  record FindView(
      long sentences,
      long units,
      long documents,
      long searchedChunks,
      long totalChunks,
      List<FindResult.Count> counts,
      List<MatchView> matches) {
    static FindView of(FindResult result) {
      return new FindView(
          result.sentences(),
          result.units(),
          result.documents(),
          result.searchedChunks(),
          result.totalChunks(),
          result.counts(),
          result.matches().stream().map(MatchView::of).toList());
    }
  }

  record MatchView(
      String id,
      String document,
      String title,
      List<String> heading,
      @Nullable Integer page,
      String text) {
    static MatchView of(FindResult.Match match) {
      Location location = match.chunk().location();
      Section section = match.section();
      OptionalInt page = match.chunk().pageAt(match.sentence().offset());
      return new MatchView(
          section.count() == 1 ? match.chunk().id().value() : section.id().toString(),
          location.documentId(),
          location.title(),
          section.heading(),
          page.isPresent() ? page.getAsInt() : null,
          match.sentence().text());
    }
  }

  @Override
  public Integer call() {
    FindQuery query = UsageException.requireValid(this::query);
    if (query.conditions() == 0) {
      throw new UsageException("WORD, --near or --pattern is required");
    }
    try (OpenCorpus index = location.open(arag.environment().variables())) {
      FindResult result =
          scope.within(index, arag.output()).snapshot().find(query, paging.topK(), paging.offset());
      FindView view = FindView.of(result);
      arag.output().result(view, out -> write(out, result, view));
    }
    return ExitCode.OK;
  }

  private FindQuery query() {
    FindQuery query = FindQuery.in(unit).words(words);
    query = near.isEmpty() ? query : query.near(near, within);
    query = pattern == null ? query : query.pattern(pattern);
    return countBy == null ? query : query.countBy(countBy);
  }

  private void write(TextPage out, FindResult result, FindView view) {
    String units =
        unit == FindQuery.Unit.SECTION ? Formatting.count(view.units(), "section") + ", " : "";
    out.line(
        units
            + Formatting.count(view.sentences(), "sentence")
            + " in "
            + Formatting.count(view.documents(), "document")
            + ".");
    if (!result.isComplete()) {
      out.line(
          "Searched "
              + 100 * view.searchedChunks() / view.totalChunks()
              + " % of the text in the time limit; the numbers are lower bounds.");
    }
    for (FindResult.Count count : view.counts()) {
      String value = count.value() == null ? "(none)" : count.value();
      out.hanging("  ", value + ": " + Formatting.number(count.units()), "    ");
    }
    String above = "";
    for (MatchView match : view.matches()) {
      if (!match.id().equals(above)) {
        List<String> path = new ArrayList<>(List.of(match.title()));
        path.addAll(match.heading());
        path.removeIf(each -> each.equals(match.document()));
        String heading = path.stream().distinct().collect(Collectors.joining(" > "));
        String document = match.document() + (heading.isEmpty() ? "" : ": " + heading);
        out.blank().hanging("", "[" + match.id() + "] " + document, "  ");
      }
      out.hanging("  - ", match.text(), "    ");
      above = match.id();
    }
    HitText.writeRest(out, view.sentences(), paging.offset() + view.matches().size());
  }
}
