package dev.arag.examples.cli;

import dev.arag.core.corpus.Profile;
import dev.arag.core.embed.Embedder;
import dev.arag.core.error.EncoderMismatchException;
import dev.arag.examples.cli.option.EncoderOption;
import dev.arag.examples.cli.option.SourceOptions;
import dev.arag.examples.cli.option.UsageException;
import dev.arag.examples.cli.option.Utf8Path;
import dev.arag.examples.cli.report.SkipReason;
import dev.arag.examples.cli.report.SyncReportText;
import dev.arag.index.Source;
import dev.arag.index.SyncReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag index}: updates an index from files and folders. */
@Command(
    description = {
      "Updates an index from files and folders.",
      "The command adds new documents and updates changed documents. With --prune, it",
      "also deletes documents whose files are missing.",
      "If the command was interrupted, run it again to continue."
    },
    sortOptions = false,
    footer = {
      "",
      "Example: arag index my.arag docs manual.html",
      "To skip embeddings, which take most of the time:",
      "  arag index my.arag docs --encoder none",
      "To add embeddings later, for semantic search: arag embed my.arag"
    })
final class IndexCommand implements Callable<Integer> {
  @ParentCommand private AragCommand arag;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "The directory of the index: new, empty, or an existing index.")
  private Path directory;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "SOURCE",
      description = {
        "A file or folder. Formats: text, Markdown, HTML, PDF,",
        "Office, EPUB, mail, JSON records, chunks.json."
      })
  private List<Path> paths;

  @Mixin private SourceOptions sourceOptions;

  @Option(
      names = "--encoder",
      paramLabel = "NAME",
      description = {
        EncoderOption.BGE + ", or an encoder whose",
        "weights are in FOLDER: qwen3=FOLDER, e5-small-v2=FOLDER,",
        "all-MiniLM-L6-v2=FOLDER or huggingface=FOLDER.",
        "none: create no embeddings, until arag embed.",
        "Default: the encoder of the index; for a new index",
        EncoderOption.BGE + "."
      })
  private @Nullable String encoder;

  @Option(
      names = "--graph",
      description = {
        "Make an entity graph of the names and phrases in the",
        "documents, also of those already in the index. It needs",
        "no model. An index with a graph keeps it."
      })
  private boolean graph;

  @Option(
      names = "--chunk-tokens",
      paramLabel = "N",
      description = "Chunk size in o200k tokens. Default: the setting of the index, or 1000.")
  private @Nullable Integer chunkTokens;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = {
        "default, or paper: split and embed sentences as the",
        "reference implementation of the A-RAG paper does.",
        "Default: the profile of the index; for a new index",
        "default."
      })
  private @Nullable Profile profile;

  @Option(
      names = "--prune",
      description = "Delete documents whose files are missing from the given sources.")
  private boolean prune;

  @Override
  public Integer call() {
    List<Source> sources = sources();
    IndexingTask task = new IndexingTask(arag.output(), directory);
    if (chunkTokens != null) {
      task.chunkTokens(chunkTokens);
    }
    if (profile != null) {
      task.profile(profile);
    }
    if (graph) {
      task.graph();
    }
    if (encoder == null) {
      return finish(task.run(sources));
    }
    Optional<Embedder> embedder = EncoderOption.parse(encoder);
    try {
      return finish(task.encoder(embedder).run(sources));
    } catch (EncoderMismatchException e) {
      throw embedder.isPresent() ? e : embeddingsRequired();
    } finally {
      embedder.ifPresent(Embedder::close);
    }
  }

  private List<Source> sources() {
    List<Source> sources = sourceOptions.sources(paths);
    return prune ? sources.stream().map(Source::prune).toList() : sources;
  }

  private UsageException embeddingsRequired() {
    return new UsageException(
        Utf8Path.toText(directory)
            + " has embeddings, so new documents need embeddings too; omit --encoder none");
  }

  private int finish(SyncReport report) {
    boolean everySourceFailed = isNothingRead(report) && !report.skipped().isEmpty();
    arag.output()
        .result(
            report.view().withReasons(SkipReason::of), out -> SyncReportText.write(out, report));
    if (everySourceFailed) {
      arag.output()
          .note("arag: nothing could be read; " + Utf8Path.toText(directory) + " is unchanged");
    }
    return everySourceFailed ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private static boolean isNothingRead(SyncReport report) {
    return report.added() + report.updated() + report.unchanged() + report.deleted() == 0;
  }
}
