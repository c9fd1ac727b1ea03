package dev.arag.examples.cli;

import dev.arag.examples.cli.console.Formatting;
import dev.arag.examples.cli.console.Stopwatch;
import dev.arag.examples.cli.console.TextPage;
import dev.arag.examples.cli.option.IndexDirectory;
import dev.arag.examples.cli.option.Utf8Path;
import dev.arag.examples.cli.report.UnknownDocuments;
import dev.arag.index.Index;
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
      "Searches no longer find them. arag purge removes their text from disk.",
      "A file that still exists is added again by the next arag index."
    },
    sortOptions = false,
    footer = {
      "",
      "A document id is the source name and the path in the source: docs/old/a.txt.",
      "arag stats DIR --documents lists all ids.",
      "",
      "Example: arag delete my.arag docs/old/a.txt docs/b.md"
    })
final class DeleteCommand implements Callable<Integer> {
  @ParentCommand private AragCommand arag;

  @Mixin private IndexDirectory directory;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "ID",
      description = "The id of a document.")
  private List<String> ids;

  record DeleteResult(long deleted, List<String> missing, long documents, double seconds) {}

  @Override
  public Integer call() {
    Stopwatch stopwatch = new Stopwatch();
    try (Index index = directory.open()) {
      List<String> existing = index.documentIds();
      UnknownDocuments missing = UnknownDocuments.of(ids, existing);
      int deleted = index.delete(ids);
      DeleteResult result =
          new DeleteResult(deleted, missing.ids(), index.stats().documents(), stopwatch.seconds());
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
    missing.write(out);
    if (result.deleted() > 0) {
      out.line(
          "To remove the deleted text from disk: arag purge " + Utf8Path.toText(directory.path()));
    }
  }
}
