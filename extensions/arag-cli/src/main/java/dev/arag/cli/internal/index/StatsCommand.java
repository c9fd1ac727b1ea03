package dev.arag.cli.internal.index;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.report.SyncReportText;
import dev.arag.index.IndexStats;
import dev.arag.index.IndexStats.SegmentStats;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code arag stats}: shows the contents of an index. */
@Command(
    description = "Shows statistics of an index.",
    sortOptions = false,
    footer = {"", "Example: arag stats my.arag"})
public final class StatsCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Option(names = "--documents", description = "Also list the ids of all documents.")
  private boolean documents;

  /**
   * @param documentIds null unless requested
   */
  record StatsResult(
      @JsonUnwrapped IndexStats stats,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> documentIds) {}

  @Override
  public Integer call() {
    try (OpenCorpus index = location.open(arag.environment().variables())) {
      StatsResult result = new StatsResult(index.stats(), documents ? index.documentIds() : null);
      boolean hasRights = index.catalogue().hasRights();
      arag.output().result(result, out -> write(out, result, index.index().isPresent(), hasRights));
    }
    return ExitCode.OK;
  }

  private static void write(
      TextPage out, StatsResult result, boolean isDirectory, boolean hasRights) {
    IndexStats stats = result.stats();
    out.line(
        Formatting.count(stats.documents(), "document")
            + ", "
            + Formatting.count(stats.chunks(), "chunk")
            + ", "
            + Formatting.count(stats.sentences(), "sentence")
            + (isDirectory ? ", " + Formatting.count(stats.bytes(), "byte") : "")
            + ".");
    out.line(
        stats.embedder() == null
            ? "No embeddings." + (isDirectory ? " To add them: arag embed DIR" : "")
            : "Embedder " + stats.embedder() + ", " + stats.dimension() + " dimensions.");
    if (hasRights) {
      out.line("With rights: searches and reads require --as.");
    }
    if (stats.graph() != null) {
      out.line("Entity graph, made by " + stats.graph() + ".");
    }
    out.line(
        "Generation "
            + stats.generation()
            + (isDirectory ? ", " + Formatting.count(stats.segments().size(), "segment") : "")
            + (stats.segments().isEmpty() ? "." : ":"));
    writeSegments(out, stats.segments());
    stats.warnings().forEach(warning -> out.hanging("", "Warning: " + warning, "  "));
    SyncReportText.writeSkipped(out, stats.skipped(), "skipped by the last sync");
    if (result.documentIds() != null) {
      result.documentIds().forEach(id -> out.raw(TextPage.printable(id) + "\n"));
    }
  }

  private static void writeSegments(TextPage out, List<SegmentStats> segments) {
    if (segments.isEmpty()) {
      return;
    }
    writeRow(out, "documents", "deleted", "sentences", "bytes");
    for (SegmentStats segment : segments) {
      writeRow(
          out,
          Formatting.number(segment.documents()),
          Formatting.number(segment.deleted()),
          Formatting.number(segment.sentences()),
          Formatting.number(segment.bytes()));
    }
    if (segments.stream().anyMatch(segment -> segment.deleted() > 0)) {
      out.line("Deleted documents stay on disk until a merge or arag purge removes them.");
    }
  }

  private static void writeRow(TextPage out, String... cells) {
    out.raw(String.format(Locale.ROOT, "%12s%12s%14s%18s%n", (Object[]) cells));
  }
}
