package dev.arag.examples.cli;

import dev.arag.core.corpus.Scope;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What may be searched and read, by the documents' metadata. */
final class ScopeOption {
  @Option(
      names = "--scope",
      paramLabel = "KEY=VALUE",
      description = "Only documents with this metadata. Repeated: all must hold.")
  private List<String> pairs = new ArrayList<>();

  Scope scope() {
    Scope scope = Scope.everything();
    for (String pair : pairs) {
      KeyValue equal = KeyValue.parse("--scope", pair);
      scope = scope.and(Scope.equal(equal.key(), equal.value()));
    }
    return scope;
  }
}
