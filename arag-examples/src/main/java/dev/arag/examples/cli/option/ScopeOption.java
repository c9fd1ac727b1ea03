package dev.arag.examples.cli.option;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Page;
import dev.arag.core.corpus.Scope;
import dev.arag.examples.cli.console.CommandOutput;
import dev.arag.index.Index;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options {@code --scope} and {@code --document}: restrict searches and reads. */
public final class ScopeOption {
  @Option(
      names = "--scope",
      paramLabel = "KEY=VALUE",
      description = "Use only documents with this metadata. If repeated, all must match.")
  private List<String> pairs = new ArrayList<>();

  @Option(
      names = "--document",
      paramLabel = "ID",
      description = "Use only the document with this id. If repeated, use all these documents.")
  private List<String> documents = new ArrayList<>();

  /** Returns the part of an index that is in scope. Prints a note for each unknown document. */
  public Catalogue within(Index index, CommandOutput output) {
    warnings(index).forEach(output::note);
    return within(index);
  }

  /** Returns the part of an index that is in scope. */
  public Catalogue within(Index index) {
    Scope scope = documents();
    for (String pair : pairs) {
      KeyValue equal = KeyValue.parse("--scope", pair);
      scope = scope.and(Scope.equal(equal.key(), equal.value()));
    }
    return index.within(scope);
  }

  private Scope documents() {
    return documents.isEmpty()
        ? Scope.everything()
        : UsageException.requireValid(() -> Scope.documents(documents));
  }

  /** Returns a warning for each document id that is not in an index. */
  public List<String> warnings(Index index) {
    documents();
    return documents.stream()
        .distinct()
        .filter(id -> index.within(Scope.documents(id)).documents(Page.first(1)).isEmpty())
        .map(id -> "--document: not in the index: " + id + ". To list the ids: arag documents DIR")
        .toList();
  }
}
