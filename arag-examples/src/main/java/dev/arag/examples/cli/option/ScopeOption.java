package dev.arag.examples.cli.option;

import dev.arag.core.corpus.Scope;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option {@code --scope}: restricts searches and reads by metadata. */
public final class ScopeOption {
  @Option(
      names = "--scope",
      paramLabel = "KEY=VALUE",
      description = "Use only documents with this metadata. If repeated, all must match.")
  private List<String> pairs = new ArrayList<>();

  public Scope scope() {
    Scope scope = Scope.everything();
    for (String pair : pairs) {
      KeyValue equal = KeyValue.parse("--scope", pair);
      scope = scope.and(Scope.equal(equal.key(), equal.value()));
    }
    return scope;
  }
}
