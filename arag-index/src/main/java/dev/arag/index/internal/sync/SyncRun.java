package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.index.SourceReader;
import dev.arag.index.SyncProgress;
import dev.arag.index.SyncReport;
import dev.arag.index.internal.commit.Counts;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.sync.ProgressEstimator;
import dev.arag.index.sync.RegisteredSource;
import dev.arag.index.sync.SourceSync;
import dev.arag.index.sync.SyncTally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs one sync of several sources. New and changed documents are written in batches. Not
 * thread-safe.
 */
public final class SyncRun {
  private final IndexTransaction transaction;
  private final SyncTally tally = new SyncTally();
  private final DocumentWriter writer;
  private final SourceSync sync;
  private final List<RegisteredSource> sources;
  private final boolean hasVectors;

  /**
   * @param reader reads the sources and splits documents into chunks with the length that the
   *     settings of the transaction define
   * @param embedder the encoder that is set in the transaction; null if sentences are not embedded
   */
  public SyncRun(
      WriteSession session,
      SourceReader reader,
      @Nullable Embedder embedder,
      BatchLimits limits,
      List<RegisteredSource> sources,
      Consumer<SyncProgress> listener) {
    this.transaction = session.transaction();
    this.sources = sources;
    this.hasVectors = embedder != null;
    ProgressEstimator progress = new ProgressEstimator(listener, sources.size(), tally);
    this.writer = new DocumentWriter(session, embedder, limits, tally, progress);
    this.sync = new SourceSync(reader, writer, tally, progress);
  }

  public SyncReport run() throws IOException {
    try (writer) {
      for (RegisteredSource source : sources) {
        sync.sync(source);
      }
      if (!foundNothing()) {
        writer.commit();
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    Counts live = transaction.published().manifest().live();
    return tally.report(live.documents(), live.chunks(), live.sentences(), hasVectors);
  }

  /**
   * Returns whether the index is new and all documents were skipped. In this case, no index is
   * created.
   */
  private boolean foundNothing() {
    boolean isNew = transaction.published().manifest().generation() == 0;
    return isNew && tally.documents() == 0 && tally.hasSkipped();
  }
}
