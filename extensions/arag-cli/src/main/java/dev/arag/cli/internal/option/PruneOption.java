package dev.arag.cli.internal.option;

import dev.arag.index.source.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options {@code --prune} and {@code --prune-share}. */
public final class PruneOption {
  @Option(
      names = "--prune",
      description = "Delete documents whose files are missing from the given sources.")
  private boolean isPruned;

  @Option(
      names = "--prune-share",
      paramLabel = "SHARE",
      description =
          "With --prune: delete nothing of a source if more than this share of its documents is"
              + " missing, 0 to 1. Default: 0.5. 1 allows deleting all of them.")
  private @Nullable Double share;

  /** Returns the sources, pruned if the options say so. */
  public List<Source> apply(List<Source> sources) {
    if (share != null && !isPruned) {
      throw new UsageException("--prune-share requires --prune");
    }
    if (share != null && !(share >= 0 && share <= 1)) {
      throw new UsageException("--prune-share must be 0 to 1, was " + share);
    }
    if (!isPruned) {
      return sources;
    }
    return sources.stream().map(each -> share == null ? each.prune() : each.prune(share)).toList();
  }
}
