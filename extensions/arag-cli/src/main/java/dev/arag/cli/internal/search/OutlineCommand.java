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
import dev.arag.cli.internal.report.UnknownDocuments;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import dev.arag.tools.internal.outline.CollectionOutline;
import dev.arag.tools.internal.outline.DocumentOutline;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag outline}: shows what the documents contain, without their text. */
@Command(
    description =
        "Counts the documents by source, type and year, or shows the headings of a document with"
            + " the ids of its sections.",
    sortOptions = false,
    footer = {
      "",
      "Example: arag outline my.arag --words \"report 2023\"",
      "Example: arag outline my.arag docs/report.pdf --level 2"
    })
public final class OutlineCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "DOCUMENT",
      description = "The id of a document. Default: all documents.")
  private @Nullable String document;

  @Option(
      names = "--words",
      paramLabel = "WORDS",
      defaultValue = "",
      description = "Only documents with all these words in id, title, source or year.")
  private String words;

  @Option(
      names = "--level",
      paramLabel = "N",
      defaultValue = "0",
      description = "Depth of the headings. Default 0: as many as fit 40 lines.")
  private int level;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "Number of documents or headings to list. Default 50.")
  private int limit;

  @Option(
      names = "--offset",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of documents or headings to skip. Default 0.")
  private int offset;

  @Mixin private ScopeOption scope;

  record CollectionResult(
      int documents, Map<String, Map<String, Integer>> counts, List<TitleResult> titles) {}

  record TitleResult(String id, @Nullable String source, String title, long characters) {
    static TitleResult of(CatalogueEntry entry) {
      return new TitleResult(entry.id(), entry.source(), entry.title(), entry.characters());
    }
  }

  record DocumentResult(
      String document,
      String title,
      int level,
      int deepest,
      int sections,
      int tokens,
      int total,
      List<HeadingResult> headings) {}

  record HeadingResult(
      String id, List<String> heading, @Nullable Integer page, int sections, int tokens) {
    static HeadingResult of(DocumentOutline.Row row) {
      Section first = row.first();
      return new HeadingResult(
          first.count() == 1 ? first.id().chunkId().value() : first.id().toString(),
          row.path(),
          row.page().isPresent() ? row.page().getAsInt() : null,
          row.sections(),
          row.tokens());
    }
  }

  @Override
  public Integer call() {
    PagingOption.atLeast("--offset", 0, offset);
    PagingOption.atLeast("--limit", 1, limit);
    PagingOption.atLeast("--level", 0, level);
    try (OpenCorpus index = location.open(arag.environment().variables())) {
      Catalogue corpus = scope.within(index, arag.output()).snapshot();
      if (document == null) {
        CollectionOutline outline = CollectionOutline.of(corpus, words, offset, limit);
        CollectionResult result =
            new CollectionResult(
                outline.documents(),
                outline.counts(),
                outline.page().stream().map(TitleResult::of).toList());
        arag.output().result(result, out -> write(out, result));
      } else {
        DocumentResult result = outline(document, corpus, index);
        arag.output().result(result, out -> write(out, result));
      }
    }
    return ExitCode.OK;
  }

  private DocumentResult outline(String id, Catalogue corpus, OpenCorpus index) {
    List<Chunk> chunks = corpus.chunksOf(id);
    if (chunks.isEmpty() && corpus.document(id).isEmpty()) {
      UnknownDocuments unknown = UnknownDocuments.of(List.of(id), index.documentIds(List.of(id)));
      throw new UsageException("DOCUMENT: not in the index: " + id + unknown.hint(id));
    }
    DocumentOutline outline = DocumentOutline.of(chunks, null, level);
    return new DocumentResult(
        id,
        chunks.isEmpty() ? id : chunks.get(0).location().title(),
        outline.level(),
        outline.deepest(),
        outline.sections(),
        outline.tokens(),
        outline.rows().size(),
        outline.rows().stream().skip(offset).limit(limit).map(HeadingResult::of).toList());
  }

  private void write(TextPage out, CollectionResult result) {
    out.line(Formatting.count(result.documents(), "document"));
    result
        .counts()
        .forEach(
            (key, values) ->
                out.hanging(
                    "",
                    "by "
                        + key
                        + ": "
                        + values.entrySet().stream()
                            .map(value -> value.getKey() + " " + value.getValue())
                            .collect(Collectors.joining(", ")),
                    "  "));
    for (TitleResult each : result.titles()) {
      String title = each.title().equals(each.id()) ? "" : ": " + each.title();
      String size = " (" + Formatting.count(each.characters(), "character") + ")";
      out.hanging("", each.id() + title + size, "  ");
    }
    HitText.writeRest(out, result.documents(), offset + result.titles().size());
  }

  private void write(TextPage out, DocumentResult result) {
    out.hanging("", result.document() + ": " + result.title(), "  ");
    out.line(
        Formatting.count(result.sections(), "section")
            + ", "
            + Formatting.count(result.tokens(), "token")
            + ", headings to level "
            + result.level()
            + " of "
            + result.deepest());
    for (HeadingResult row : result.headings()) {
      String page = row.page() == null ? "" : "page " + row.page() + ", ";
      String sections =
          row.sections() == 1 ? "" : Formatting.count(row.sections(), "section") + ", ";
      String size = " (" + page + sections + Formatting.count(row.tokens(), "token") + ")";
      out.hanging("", "[" + row.id() + "] " + String.join(" > ", row.heading()) + size, "  ");
    }
    HitText.writeRest(out, result.total(), offset + result.headings().size());
  }
}
