package dev.arag.cli.internal.index;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.Stopwatch;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.task.PageConversations;
import dev.arag.index.sync.PurgeReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code arag purge}: removes deleted text from disk. */
@Command(
    description = {
      "Removes the text of deleted documents from all files of an index.",
      "This includes older versions of documents, and the conversations of arag serve that contain"
          + " such text. Programs that have the index open"
          + " keep the old files until they search again or close it. Copies and backups are not"
          + " affected.",
      "With --solr, no query returns the text afterwards. Solr erases it from its"
          + " files when it merges segments."
    },
    sortOptions = false,
    footer = {"", "Example: arag purge my.arag"})
public final class PurgeCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  record PurgeResult(
      long purged, long freedBytes, long documents, int conversations, double seconds) {}

  @Override
  public Integer call() {
    Stopwatch stopwatch = new Stopwatch();
    try (OpenCorpus index = location.open(arag.environment().variables())) {
      PurgeReport report = index.purge();
      PurgeResult result =
          new PurgeResult(
              report.documents(),
              report.freedBytes(),
              index.stats().documents(),
              PageConversations.purge(location, index),
              stopwatch.seconds());
      arag.output().result(result, out -> write(out, result));
    }
    return ExitCode.OK;
  }

  private void write(TextPage out, PurgeResult result) {
    PageConversations.write(out, result.conversations());
    if (result.purged() == 0) {
      out.line("Nothing to purge: the index contains no deleted documents.");
      return;
    }
    boolean isDirectory = location.solr().isEmpty();
    out.line(
        Formatting.count(result.purged(), "deleted document")
            + " purged"
            + (isDirectory ? ", " + Formatting.count(result.freedBytes(), "byte") + " freed" : "")
            + "; the index contains "
            + Formatting.count(result.documents(), "document")
            + ".");
    out.line(
        isDirectory
            ? "Programs that have the index open keep the old files until they search again or close it."
                + " Copies and backups are not affected."
            : "Solr erases their text from its files when it merges segments. Snapshots that"
                + " programs use have expired. Backups are not affected.");
  }
}
