package dev.arag.examples.cli;

import dev.arag.index.Index;
import dev.arag.index.IndexStats;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code arag stats}: what an index holds. */
@Command(
    description = "Shows what an index holds.",
    sortOptions = false,
    footer = {"", "Example: arag stats my.arag"})
final class StatsCommand implements Callable<Integer> {
  @ParentCommand private Arag arag;

  @Mixin private IndexDirectory directory;

  @Override
  public Integer call() {
    try (Index index = directory.open()) {
      IndexStats stats = index.stats();
      arag.output().result(stats, out -> write(out, stats));
    }
    return Failures.DONE;
  }

  private static void write(Page out, IndexStats stats) {
    out.line(
        Words.count(stats.documents(), "document")
            + ", "
            + Words.count(stats.chunks(), "chunk")
            + ", "
            + Words.count(stats.sentences(), "sentence")
            + ", "
            + Words.count(stats.bytes(), "byte")
            + ".");
    out.line(
        stats.encoder() == null
            ? "No embeddings: arag embed makes them."
            : "Encoder " + stats.encoder() + ", " + stats.dimension() + " dimensions.");
    out.line("Generation " + stats.generation() + ".");
    stats.warnings().forEach(warning -> out.hanging("", "Warning: " + warning, "  "));
  }
}
