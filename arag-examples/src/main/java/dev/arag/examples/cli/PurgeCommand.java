package dev.arag.examples.cli;

import dev.arag.examples.cli.console.Formatting;
import dev.arag.examples.cli.console.Stopwatch;
import dev.arag.examples.cli.console.TextPage;
import dev.arag.examples.cli.option.IndexDirectory;
import dev.arag.index.Index;
import dev.arag.index.PurgeReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code arag purge}: removes deleted text from disk. */
@Command(
    description = {
      "Removes the text of deleted documents from all files of an index.",
      "This includes older versions of documents. Programs that have the index open",
      "keep the old files until they refresh or close it. Copies and backups are not",
      "affected."
    },
    sortOptions = false,
    footer = {"", "Example: arag purge my.arag"})
final class PurgeCommand implements Callable<Integer> {
  @ParentCommand private AragCommand arag;

  @Mixin private IndexDirectory directory;

  record PurgeResult(long purged, long freedBytes, long documents, double seconds) {}

  @Override
  public Integer call() {
    Stopwatch stopwatch = new Stopwatch();
    try (Index index = directory.open()) {
      PurgeReport report = index.purge();
      PurgeResult result =
          new PurgeResult(
              report.documents(),
              report.freedBytes(),
              index.stats().documents(),
              stopwatch.seconds());
      arag.output().result(result, out -> write(out, result));
    }
    return ExitCode.OK;
  }

  private static void write(TextPage out, PurgeResult result) {
    if (result.purged() == 0) {
      out.line("Nothing to purge: the index contains no deleted documents.");
      return;
    }
    out.line(
        Formatting.count(result.purged(), "deleted document")
            + " purged, "
            + Formatting.count(result.freedBytes(), "byte")
            + " freed; the index contains "
            + Formatting.count(result.documents(), "document")
            + ".");
    out.line(
        "Programs that have the index open keep the old files until they refresh or close it."
            + " Copies and backups are not affected.");
  }
}
