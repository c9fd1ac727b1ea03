package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.index.Source;
import dev.arag.index.SourceReader;
import dev.arag.index.SyncProgress;
import dev.arag.index.SyncReport;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.SourceFingerprint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One sync of several sources. New and changed documents are written in batches; then documents
 * that are gone from a pruned source are deleted. Not thread-safe.
 */
public final class SyncRun {
  private final IndexTransaction transaction;
  private final SourceReader reader;
  private final SyncTally tally;
  private final ProgressEstimator progress;
  private final DocumentWriter writer;
  private final List<Source.Resolved> sources;
  private final boolean hasVectors;

  /**
   * @param reader splits documents into chunks of the length in the transaction's settings
   * @param embedder null if nothing is to be embedded; otherwise that of the transaction
   */
  public SyncRun(
      TransactionCommitter commits,
      SourceReader reader,
      @Nullable Embedder embedder,
      BatchLimits limits,
      List<Source.Resolved> sources,
      Consumer<SyncProgress> listener) {
    this.transaction = commits.transaction();
    this.reader = reader;
    this.sources = sources;
    this.hasVectors = embedder != null;
    this.tally = new SyncTally();
    this.progress = new ProgressEstimator(listener, sources.size(), tally);
    this.writer = new DocumentWriter(commits, embedder, limits, tally, progress);
  }

  public SyncReport run() throws IOException {
    try (writer) {
      for (Source.Resolved source : sources) {
        sync(source);
      }
      if (!foundNothing()) {
        writer.commit();
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return tally.report(transaction.published().manifest().live(), hasVectors);
  }

  private void sync(Source.Resolved source) throws IOException {
    registerPath(source);
    progress.startSource(source.name());
    SourceSync sink = new SourceSync(source.name(), writer, tally, progress);
    reader.read(source, sink);
    progress.endSource();
    if (source.source().isPruned()) {
      writer.deleteUnvisited(sink::isGone);
    }
  }

  /**
   * Before the first commit: a sync that is interrupted must not leave the name to another path.
   */
  private void registerPath(Source.Resolved source) {
    if (source.realPath() != null) {
      transaction
          .sources()
          .put(
              SourceFingerprint.of(source.name()),
              SourceFingerprint.of(source.realPath().toString()));
    }
  }

  /** A new index is not created when everything was skipped. */
  private boolean foundNothing() {
    boolean isNew = transaction.published().manifest().generation() == 0;
    return isNew && tally.documents() == 0 && tally.hasSkipped();
  }
}
