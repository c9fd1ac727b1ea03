package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.index.Source;
import dev.arag.index.SourceReader;
import dev.arag.index.SyncProgress;
import dev.arag.index.SyncReport;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.SourceFingerprint;
import dev.arag.index.internal.commit.SourceLocation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs one sync of several sources. New and changed documents are written in batches. After a
 * pruned source was read, documents that the source no longer contains are deleted. Not
 * thread-safe.
 */
public final class SyncRun {
  private final IndexTransaction transaction;
  private final SourceReader reader;
  private final SyncTally tally;
  private final ProgressEstimator progress;
  private final DocumentWriter writer;
  private final List<RegisteredSource> sources;
  private final boolean hasVectors;

  /**
   * @param reader reads the sources and splits documents into chunks with the length that the
   *     settings of the transaction define
   * @param embedder the encoder that is set in the transaction; null if sentences are not embedded
   */
  public SyncRun(
      TransactionCommitter commits,
      SourceReader reader,
      @Nullable Embedder embedder,
      BatchLimits limits,
      List<RegisteredSource> sources,
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
      for (RegisteredSource source : sources) {
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

  private void sync(RegisteredSource registered) throws IOException {
    Source.Resolved source = registered.source();
    register(registered);
    progress.startSource(source.name());
    SourceSync sink = new SourceSync(source.name(), writer, tally, progress);
    reader.read(source, sink);
    progress.endSource();
    if (source.source().isPruned()) {
      writer.deleteUnvisited(sink::isGone);
    }
    confirm(registered, sink);
  }

  /**
   * Registers the path of a source. This happens before the first document is committed. Otherwise
   * a different path could use the same name after an interrupted sync.
   */
  private void register(RegisteredSource source) {
    if (source.location() != null) {
      transaction.sources().put(SourceFingerprint.of(source.source().name()), source.location());
    }
    if (source.moved() != null) {
      tally.move(source.moved());
    }
  }

  /**
   * Updates the location of a source that was read to its end. After a prune, all documents of the
   * source come from its current path. If there are no documents, the path is only kept as a hash.
   */
  private void confirm(RegisteredSource registered, SourceSync sink) {
    SourceLocation location = registered.location();
    if (location == null) {
      return;
    }
    String name = registered.source().name();
    if (registered.source().source().isPruned()) {
      location = location.withEarlierPath("");
    }
    if (!sink.hasFoundDocuments() && !writer.hasStoredDocument(name)) {
      location = location.withoutTexts();
    }
    transaction.sources().put(SourceFingerprint.of(name), location);
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
