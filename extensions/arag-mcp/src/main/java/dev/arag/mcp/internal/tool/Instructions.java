package dev.arag.mcp.internal.tool;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Slice;
import dev.arag.tools.internal.text.SingleLine;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text that tells a model what the documents are and how to use the tools. It has no titles of
 * documents, because others choose them, and a host trusts this text.
 *
 * @param about what the user says of the documents; may be empty
 */
public record Instructions(Corpus corpus, ToolNames names, String about) {
  private static final int MAX_COUNTED = 1_000;
  private static final int MAX_SOURCES = 10;

  /** Returns the text for the current documents. */
  public String text() {
    List<String> lines = TextResource.read("instructions.txt").lines().map(names::in).toList();
    String documents = documents();
    return Stream.of(lines.subList(0, 1), about(documents), lines.subList(1, lines.size()))
        .flatMap(List::stream)
        .collect(Collectors.joining("\n"));
  }

  private List<String> about(String documents) {
    String line = (about + " " + documents).strip();
    return line.isEmpty() ? List.of() : List.of("- About the collection: " + line);
  }

  /** Returns the number of documents and their sources; empty if the corpus cannot list them. */
  private String documents() {
    if (!(corpus instanceof Catalogue catalogue)) {
      return "";
    }
    List<CatalogueEntry> entries;
    try {
      entries = catalogue.documents(Slice.first(MAX_COUNTED + 1));
    } catch (RuntimeException e) {
      // A search reports the failure. The tools can be listed without the documents.
      return "";
    }
    String count =
        entries.size() > MAX_COUNTED
            ? "More than 1,000 documents"
            : entries.size() + (entries.size() == 1 ? " document" : " documents");
    String sources =
        entries.stream()
            .flatMap(entry -> Stream.ofNullable(entry.source()))
            .distinct()
            .limit(MAX_SOURCES)
            .map(SingleLine::of)
            .collect(Collectors.joining(", "));
    return sources.isEmpty() ? count + "." : count + ". Sources: " + sources + ".";
  }
}
