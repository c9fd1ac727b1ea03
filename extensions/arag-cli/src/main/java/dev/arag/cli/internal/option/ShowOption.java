package dev.arag.cli.internal.option;

import dev.arag.cli.internal.console.CommandOutput;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option {@code --show}: the metadata that a search shows with each hit. */
public final class ShowOption {
  @Option(
      names = "--show",
      paramLabel = "KEY",
      description = "Also show this metadata of the document of each hit. Repeatable.")
  private List<String> keys = new ArrayList<>();

  /** Returns the keys of the metadata to show. */
  List<String> keys() {
    return keys;
  }

  /** Returns the keys of the metadata to show. Prints a note for each unknown key. */
  public List<String> keys(OpenCorpus index, CommandOutput output) {
    ScopeOption.keyWarnings("--show", keys, index).forEach(output::note);
    return keys;
  }
}
