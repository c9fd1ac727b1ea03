package dev.arag.cli.internal.index;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.Stopwatch;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.report.UnknownDocuments;
import dev.arag.cli.internal.task.PageConversations;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag delete}: deletes documents from an index. */
@Command(
    description = {
      "Deletes documents from an index.",
      "Searches no longer find them. arag purge removes their text.",
      "A file that still exists is added again by the next arag index."
    },
    sortOptions = false,
    footer = {
      "",
      "A document id is the source name and the path in the source: docs/old/a.txt.",
      "arag stats DIR --documents lists all ids.",
      "",
      "Example: arag delete my.arag docs/old/a.txt docs/b.md",
      "ARAG_SOLR_USER and ARAG_SOLR_PASSWORD set the credentials for --solr."
    })
public final class DeleteCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "ID",
      description = "The id of a document.")
  private List<String> ids;

  record DeleteResult(
      long deleted, List<String> missing, long documents, int conversations, double seconds) {}

  @Override
  public Integer call() {
    Stopwatch stopwatch = new Stopwatch();
    location.requireNoDirectory(ids.get(0));
    try (OpenCorpus index = location.open(arag.environment().variables())) {
      UnknownDocuments missing = UnknownDocuments.of(ids, index.existingIds(ids));
      int deleted = index.delete(ids);
      int conversations = PageConversations.deleteOutdated(location, index);
      DeleteResult result =
          new DeleteResult(
              deleted,
              missing.ids(),
              index.stats().documents(),
              conversations,
              stopwatch.seconds());
      arag.output().result(result, out -> write(out, result, missing));
    }
    return ExitCode.OK;
  }

  private void write(TextPage out, DeleteResult result, UnknownDocuments missing) {
    out.line(
        Formatting.count(result.deleted(), "document")
            + " deleted; the index contains "
            + Formatting.count(result.documents(), "document")
            + ".");
    PageConversations.write(out, result.conversations());
    missing.write(out, location.solr().isPresent() ? location.argument() : "DIR");
    if (result.deleted() > 0) {
      out.line(
          "To remove the deleted text"
              + (location.solr().isPresent() ? "" : " from disk")
              + ": arag purge "
              + location.argument());
    }
  }
}
