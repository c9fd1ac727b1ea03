package dev.arag.examples.cli;

import dev.arag.core.embed.Embedder;
import dev.arag.core.error.EncoderMismatchException;
import dev.arag.index.Source;
import dev.arag.index.SyncReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag index}: documents in, an index out. */
@Command(
    description = {
      "Brings an index up to date with files and folders.",
      "Adds what is new, updates what changed; what is gone stays unless --prune.",
      "An interrupted run goes on from where it was when it is run again."
    },
    sortOptions = false,
    footer = {
      "",
      "Example: arag index my.arag docs manual.html",
      "In a hurry: arag index my.arag docs --encoder none, then arag embed my.arag"
    })
final class IndexCommand implements Callable<Integer> {
  @ParentCommand private Arag arag;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "Where the index is put: new, empty, or an index.")
  private Path directory;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "SOURCE",
      description = {
        "A file or a folder: text, Markdown, HTML, PDF, Office,",
        "EPUB, mail, JSON records, chunks.json."
      })
  private List<Path> paths;

  @Mixin private SourceOptions sourceOptions;

  @Option(
      names = "--encoder",
      paramLabel = "NAME",
      description = {
        EncoderOption.BGE + "; with weights of yours qwen3=FOLDER,",
        "e5-small-v2=FOLDER, all-MiniLM-L6-v2=FOLDER or",
        "huggingface=FOLDER; none: no search by meaning until",
        "arag embed. Default: what the index has; for a new one",
        EncoderOption.BGE + "."
      })
  private @Nullable String encoder;

  @Option(
      names = "--chunk-tokens",
      paramLabel = "N",
      description = "The size of a chunk. Default 1000 o200k tokens, or as the index has it.")
  private @Nullable Integer chunkTokens;

  @Option(
      names = "--prune",
      description = "Delete documents whose file is gone from the sources of this call.")
  private boolean prune;

  record Result(
      long documents,
      long chunks,
      long sentences,
      long embedded,
      long reused,
      long deleted,
      long added,
      long updated,
      long unchanged,
      List<Skipped> skipped,
      List<String> warnings,
      double seconds) {
    static Result of(SyncReport report) {
      return new Result(
          report.documents(),
          report.chunks(),
          report.sentences(),
          report.embedded(),
          report.reused(),
          report.deleted(),
          report.added(),
          report.updated(),
          report.unchanged(),
          report.skipped().stream().map(skip -> new Skipped(skip.source(), skip.reason())).toList(),
          report.warnings(),
          report.elapsed().toMillis() / 1000.0);
    }
  }

  record Skipped(String source, String reason) {}

  @Override
  public Integer call() {
    List<Source> sources = sources();
    IndexingTask building = new IndexingTask(arag.output(), directory);
    if (chunkTokens != null) {
      building.chunkTokens(chunkTokens);
    }
    if (encoder == null) {
      return finish(building.build(sources));
    }
    Optional<Embedder> embedder = EncoderOption.parse(encoder);
    try {
      return finish(building.encoder(embedder).build(sources));
    } catch (EncoderMismatchException e) {
      throw embedder.isPresent() ? e : embeddingsAreThere();
    } finally {
      embedder.ifPresent(Embedder::close);
    }
  }

  private List<Source> sources() {
    List<Source> sources = sourceOptions.sources(paths);
    return prune ? sources.stream().map(Source::prune).toList() : sources;
  }

  private UsageException embeddingsAreThere() {
    return new UsageException(
        Utf8Path.text(directory)
            + " has embeddings, so new documents need them too; leave out --encoder none");
  }

  private int finish(SyncReport report) {
    boolean everySourceFailed = nothingDone(report) && !report.skipped().isEmpty();
    Result result = Result.of(report);
    arag.output().result(result, out -> SyncReportText.write(out, report));
    if (everySourceFailed) {
      arag.output()
          .note("arag: nothing could be read; " + Utf8Path.text(directory) + " is as before");
    }
    return everySourceFailed ? Failures.FAILED : Failures.DONE;
  }

  private static boolean nothingDone(SyncReport report) {
    return report.added() + report.updated() + report.unchanged() + report.deleted() == 0;
  }
}
