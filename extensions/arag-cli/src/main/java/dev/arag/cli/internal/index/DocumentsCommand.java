package dev.arag.cli.internal.index;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.option.PagingOption;
import dev.arag.cli.internal.option.ScopeOption;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code arag documents}: lists the documents of an index. */
@Command(
    description = "Lists the documents of an index, sorted by id.",
    sortOptions = false,
    footer = {"", "Example: arag documents my.arag --source docs --limit 100"})
public final class DocumentsCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Option(
      names = "--source",
      paramLabel = "NAME",
      description = "List only the documents of this source.")
  private @Nullable String source;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "Number of documents to list. Default 50.")
  private int limit;

  @Option(
      names = "--offset",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of documents to skip. Default 0.")
  private int offset;

  @Mixin private ScopeOption scope;

  record DocumentsResult(List<DocumentResult> documents) {}

  record DocumentResult(
      String id,
      @Nullable String source,
      String title,
      long characters,
      int chunks,
      Map<String, Object> metadata) {
    static DocumentResult of(CatalogueEntry entry) {
      return new DocumentResult(
          entry.id(),
          entry.source(),
          entry.title(),
          entry.characters(),
          entry.chunks(),
          entry.metadata());
    }
  }

  @Override
  public Integer call() {
    Slice slice =
        new Slice(
            PagingOption.atLeast("--offset", 0, offset), PagingOption.atLeast("--limit", 1, limit));
    Scope ofSource = sourceScope();
    try (OpenCorpus index = location.open(arag.environment().variables())) {
      sourceWarning(index, ofSource).ifPresent(arag.output()::note);
      Catalogue catalogue = scope.within(index, arag.output()).within(ofSource).snapshot();
      DocumentsResult result =
          new DocumentsResult(catalogue.documents(slice).stream().map(DocumentResult::of).toList());
      boolean isLast =
          result.documents().size() < limit || catalogue.documents(slice.next()).isEmpty();
      arag.output().result(result, out -> write(out, result, isLast));
    }
    return ExitCode.OK;
  }

  private Scope sourceScope() {
    String name = source;
    return name == null
        ? Scope.everything()
        : UsageException.requireValid(() -> Scope.source(name));
  }

  private Optional<String> sourceWarning(OpenCorpus index, Scope ofSource) {
    Catalogue all = index.catalogue().hasRights() ? scope.within(index) : index.catalogue();
    if (source == null || !all.within(ofSource).documents(Slice.first(1)).isEmpty()) {
      return Optional.empty();
    }
    List<String> names = index.sourceNames();
    return Optional.of(
        "--source: no document has the source \""
            + source
            + "\""
            + (names.isEmpty() ? "" : "; the sources are " + String.join(", ", names)));
  }

  private void write(TextPage out, DocumentsResult result, boolean isLast) {
    if (result.documents().isEmpty()) {
      out.line("No documents.");
    }
    result.documents().forEach(document -> write(out, document));
    if (!isLast) {
      out.line("For more documents: --offset " + (offset + limit));
    }
  }

  private static void write(TextPage out, DocumentResult document) {
    String title = document.title().equals(document.id()) ? "" : ": " + document.title();
    out.hanging(
        "",
        document.id()
            + title
            + " ("
            + Formatting.count(document.characters(), "character")
            + ", "
            + Formatting.count(document.chunks(), "chunk")
            + ")",
        "  ");
  }
}
