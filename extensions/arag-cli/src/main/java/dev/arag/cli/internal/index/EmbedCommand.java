package dev.arag.cli.internal.index;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.EmbedderOption;
import dev.arag.cli.internal.option.IndexDirectory;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.task.IndexingTask;
import dev.arag.core.embed.Embedder;
import dev.arag.index.Index;
import dev.arag.index.sync.SyncReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code arag embed}: adds or replaces the embeddings of an index. */
@Command(
    description = {
      "Adds embeddings to an index, or replaces them, for semantic search.",
      "If the command was interrupted, run it again to continue."
    },
    sortOptions = false,
    footer = {"", "Example: arag embed my.arag"})
public final class EmbedCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private IndexDirectory directory;

  @Option(
      names = "--embedder",
      paramLabel = "NAME",
      defaultValue = EmbedderOption.BGE,
      description =
          EmbedderOption.BGE
              + " (default), or an embedder whose weights are in FOLDER: qwen3=FOLDER,"
              + " e5-small-v2=FOLDER, all-MiniLM-L6-v2=FOLDER or huggingface=FOLDER.")
  private String embedder;

  record EmbedResult(
      long sentences, long embedded, long reused, String embedder, int dimension, double seconds) {}

  @Override
  public Integer call() {
    try (Embedder embedder = embedder();
        Index index = directory.open()) {
      SyncReport report = embed(index, embedder);
      EmbedResult result =
          new EmbedResult(
              report.sentences(),
              report.embedded(),
              report.reused(),
              embedder.fingerprint(),
              embedder.dimension(),
              report.seconds());
      arag.output().result(result, out -> write(out, result));
    }
    return ExitCode.OK;
  }

  private SyncReport embed(Index index, Embedder embedder) {
    return IndexingTask.run(
        arag.output(), progress -> index.embed(embedder, progress), () -> "the index is unchanged");
  }

  private Embedder embedder() {
    return EmbedderOption.parse(embedder)
        .orElseThrow(
            () -> new UsageException("--embedder none is not valid for embed; choose an embedder"));
  }

  private static void write(TextPage out, EmbedResult result) {
    out.line(
        Formatting.count(result.embedded(), "sentence")
            + " embedded"
            + (result.reused() == 0 ? "" : ", " + Formatting.number(result.reused()) + " reused,")
            + " in "
            + Formatting.seconds(result.seconds())
            + ".");
  }
}
