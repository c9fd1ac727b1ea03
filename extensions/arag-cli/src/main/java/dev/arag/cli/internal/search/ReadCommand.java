package dev.arag.cli.internal.search;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.option.PagingOption;
import dev.arag.cli.internal.option.ScopeOption;
import dev.arag.cli.internal.report.ReadResult;
import dev.arag.cli.internal.report.UnknownDocuments;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.text.ChunkView;
import dev.arag.core.text.Document;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag read}: shows the full text of chunks, sections and documents. */
@Command(
    description = "Shows the full text of the chunks, sections and documents with the given ids.",
    sortOptions = false,
    footer = {
      "",
      "Example: arag read my.arag q7k2m3ab#12.4 --neighbors 1",
      "Example: arag read my.arag docs/invoices.md"
    })
public final class ReadCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "ID",
      description =
          "The id of a chunk or section from a search result, or of a document from arag"
              + " documents.")
  private List<String> ids;

  @Option(
      names = "--neighbors",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Number of chunks to show before and after each chunk, or of sections for each section."
              + " Default: 0.")
  private int neighbors;

  @Mixin private ScopeOption scope;

  record ChunksResult(
      List<ChunkView> chunks, List<String> missing, List<DocumentResult> documents) {}

  record DocumentResult(String id, String title, String text, Map<String, Object> metadata) {
    static DocumentResult of(Document document) {
      return new DocumentResult(
          document.id(),
          document.title().orElse(document.id()),
          document.text(),
          document.metadata());
    }
  }

  @Override
  public Integer call() {
    ids.forEach(id -> SemanticCommand.requireText("ID", id));
    int distance = PagingOption.atLeast("--neighbors", 0, neighbors);
    location.requireNoDirectory(ids.get(0));
    try (OpenCorpus index = location.open(arag.environment().variables())) {
      Catalogue corpus = scope.within(index, arag.output()).snapshot();
      ReadResult read = ReadResult.of(corpus, ids, distance);
      List<DocumentResult> documents =
          read.missing().stream()
              .flatMap(id -> corpus.document(id).stream())
              .map(DocumentResult::of)
              .toList();
      UnknownDocuments missing =
          UnknownDocuments.of(read.missing(), documents.stream().map(DocumentResult::id).toList());
      ChunksResult result =
          new ChunksResult(
              read.texts().stream().map(ReadResult.Text::view).toList(), missing.ids(), documents);
      arag.output().result(result, out -> write(out, result, index));
    }
    return ExitCode.OK;
  }

  private static void write(TextPage out, ChunksResult result, OpenCorpus index) {
    result.chunks().forEach(chunk -> write(out, chunk));
    for (DocumentResult document : result.documents()) {
      out.hanging("", document.id() + ": " + document.title(), "  ");
      out.blank().block("  ", document.text()).blank();
    }
    if (!result.missing().isEmpty()) {
      UnknownDocuments unknown =
          new UnknownDocuments(result.missing(), index.documentIds(result.missing()));
      result.missing().forEach(id -> out.line("Unknown id: " + id + unknown.hint(id)));
      out.line(
          "Use an id of a chunk from arag keyword or arag semantic, or of a document from arag"
              + " documents.");
    }
  }

  private static void write(TextPage out, ChunkView chunk) {
    String id = chunk.section() == null ? chunk.id() : chunk.section();
    out.hanging("", "[" + id + "] " + String.join(" > ", path(chunk)), "  ");
    out.line(
        "document "
            + chunk.document()
            + neighbor("before", chunk.previous())
            + neighbor("after", chunk.next()));
    out.blank().block("  ", chunk.text()).blank();
  }

  private static List<String> path(ChunkView chunk) {
    return chunk.heading().isEmpty() ? List.of(chunk.title()) : chunk.heading();
  }

  private static String neighbor(String side, @Nullable String id) {
    return id == null ? "" : " · " + side + " " + id;
  }
}
