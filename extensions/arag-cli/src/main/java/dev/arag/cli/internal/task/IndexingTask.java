package dev.arag.cli.internal.task;

import dev.arag.cli.internal.console.CommandOutput;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.ProgressLine;
import dev.arag.cli.internal.failure.CliExceptionHandler;
import dev.arag.cli.internal.failure.InterruptedWorkException;
import dev.arag.cli.internal.option.ProfileOption;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.report.ProgressReporter;
import dev.arag.core.embed.Embedder;
import dev.arag.core.error.AragException;
import dev.arag.graph.Graphs;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.source.SourceNameException;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import dev.arag.web.page.ConversationFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Indexes sources and shows the progress. If the thread is interrupted, the task throws an
 * exception that says how many documents were saved.
 */
public final class IndexingTask {
  private final CommandOutput output;
  private final Path directory;
  private final Index.Builder builder;
  private boolean hasEmbeddings = true;
  private boolean hasRights;

  public IndexingTask(CommandOutput output, Path directory) {
    this.output = output;
    this.directory = directory;
    // A user at a terminal wants to know at once that another process is writing.
    this.builder =
        Index.builder(directory)
            .lockTimeout(Duration.ZERO)
            .knownFinders(Graphs::finder)
            .knownRules(ProfileOption.knownRules());
  }

  /** Sets the chunk size. Default: the setting of the index. */
  public IndexingTask chunkTokens(int chunkTokens) {
    UsageException.requireValid(() -> builder.chunkTokens(chunkTokens));
    return this;
  }

  /** Sets the profile. Default: the profile of the index. */
  public IndexingTask profile(ProfileOption profile) {
    profile.sentenceRules().ifPresentOrElse(builder::sentenceRules, builder::defaultRules);
    return this;
  }

  /** Makes an entity graph. Default: an index with a graph keeps it. */
  public IndexingTask graph() {
    builder.mentions(Graphs.phrases());
    return this;
  }

  /** Replaces all documents of the index. */
  public IndexingTask rebuild() {
    builder.rebuild();
    return this;
  }

  /** Makes a new index with rights. Default: an index keeps its setting. */
  public IndexingTask rights() {
    builder.rights();
    return this;
  }

  /**
   * Sets the embedder; empty for no embeddings. Default: the embedder of the index. The caller
   * closes the embedder.
   */
  public IndexingTask embedder(Optional<Embedder> embedder) {
    embedder.ifPresentOrElse(builder::embedder, builder::withoutEmbeddings);
    return this;
  }

  public SyncReport run(List<Source> sources) {
    try (Index index = builder.openOrCreate()) {
      SyncReport report =
          run(
              output,
              progress -> index.sync(sources, progress),
              () -> documents(index.stats().documents()));
      // Only if documents were deleted: an index that is built again does not contain all yet.
      if (report.deleted() > 0) {
        int conversations =
            ConversationFolder.deleteOutdated(
                ConversationFolder.beside(directory), index.ignoringRights());
        if (conversations > 0) {
          output.note("Deleted " + PageConversations.text(conversations) + ".");
        }
      }
      hasEmbeddings = index.stats().embedder() != null;
      hasRights = index.hasRights();
      return report;
    }
  }

  /** Whether the index had embeddings after the sync; true before a sync. */
  public boolean hasEmbeddings() {
    return hasEmbeddings;
  }

  /** Whether the index had rights after the sync; false before a sync. */
  public boolean hasRights() {
    return hasRights;
  }

  /**
   * Runs a sync and shows the progress.
   *
   * @param contents describes what an interrupted sync has saved
   */
  public static SyncReport run(
      CommandOutput output,
      Function<Consumer<SyncProgress>, SyncReport> sync,
      Supplier<String> contents) {
    try (ProgressLine line = new ProgressLine(output, System::nanoTime)) {
      ProgressReporter reporter = new ProgressReporter(line, System::nanoTime);
      return sync.apply(reporter::report);
    } catch (IllegalArgumentException | SourceNameException e) {
      throw new UsageException(CliExceptionHandler.withHint(e));
    } catch (AragException e) {
      throw CliExceptionHandler.isInterruption(e) ? interrupted(contents.get(), e) : e;
    }
  }

  private static String documents(long documents) {
    return Formatting.count(documents, "document")
        + (documents == 1 ? " is" : " are")
        + " in the index";
  }

  private static InterruptedWorkException interrupted(String contents, AragException cause) {
    return new InterruptedWorkException(
        "interrupted; " + contents + "; run the command again to continue", cause);
  }
}
