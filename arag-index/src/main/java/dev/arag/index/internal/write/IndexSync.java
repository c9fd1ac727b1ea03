package dev.arag.index.internal.write;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import dev.arag.core.spi.MentionFinder;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.Counts;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.internal.sync.DocumentWriter;
import dev.arag.index.internal.sync.EmbedRun;
import dev.arag.index.internal.sync.FinderChoice;
import dev.arag.index.internal.sync.WriteSession;
import dev.arag.index.source.Source;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.store.ProgressEstimator;
import dev.arag.index.spi.store.RegisteredSource;
import dev.arag.index.spi.store.SourceReader;
import dev.arag.index.spi.store.SourceSync;
import dev.arag.index.spi.store.SyncTally;
import dev.arag.index.sync.PruneRefusedException;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One sync of an index with several sources. Not thread-safe. */
public final class IndexSync {
  private final Options options;
  private final List<Source> sources;
  private final Consumer<SyncProgress> listener;
  private final boolean isRebuild;

  /**
   * What all syncs of an open index have in common.
   *
   * @param helperThreads the number of threads that split documents, in addition to the caller's
   *     thread
   * @param isRebuildDue whether the next sync replaces all documents
   */
  public record Options(
      IndexLocation location,
      CurrentState current,
      IndexSettings settings,
      FinderChoice finder,
      BatchLimits batchLimits,
      TokenCounter tokenCounter,
      int helperThreads,
      AtomicBoolean isRebuildDue) {
    /** Another process may have created the index after it was opened. */
    public void requireRules(IndexTransaction transaction) {
      String name = "The index at " + location.name();
      transaction.settings().requireSame(settings, "index", name);
      settings.requireKnownRules(name);
    }
  }

  public IndexSync(Options options, List<Source> sources, Consumer<SyncProgress> listener) {
    requireNonNull(sources, "sources").forEach(source -> requireNonNull(source, "source"));
    this.options = options;
    this.sources = List.copyOf(sources);
    this.listener = requireNonNull(listener, "progress");
    this.isRebuild = options.isRebuildDue().get();
  }

  /** Returns the newest commit, or the one that is rebuilt. */
  public CommitPoint newest() {
    if (!isRebuild) {
      return options.current().newest(options.settings());
    }
    try {
      return CommitPoint.openOfAnyVersion(options.location().store());
    } catch (NoSuchFileException noCommitYet) {
      return CommitPoint.empty(options.settings());
    }
  }

  public SyncReport run(WriteSession session) throws IOException {
    IndexTransaction transaction = session.transaction();
    CommitPoint replaced = isRebuild ? transaction.replaceAllDocuments() : null;
    if (isRebuild) {
      boolean hasRights = options.settings().hasRights();
      transaction.settings(transaction.settings().withRights(hasRights));
    }
    options.requireRules(transaction);
    Object location = options.location().name();
    Embedder embedder =
        options.current().get().embedder().forSentences(transaction.usedEmbedder(), location);
    SyncTally tally = new SyncTally();
    ProgressEstimator progress = new ProgressEstimator(listener, sources.size(), tally);
    try (DocumentWriter writer =
        new DocumentWriter(session, embedder, options.batchLimits(), tally, progress)) {
      SourceReader reader =
          new SourceReader(
              options.settings().splitter(options.tokenCounter()), options.helperThreads());
      SourceSync sync = new SourceSync(reader, writer, tally, progress);
      List<RegisteredSource> resolved = sync.resolve(sources);
      MentionFinder finder = options.finder().forSentences(transaction.finder(), location);
      applyOptions(session, replaced, embedder, finder);
      for (RegisteredSource source : resolved) {
        sync.sync(source);
      }
      if (isRebuild) {
        // The flush would delete the old documents of this source.
        tally.throwFailure();
      }
      if (!foundNothing(transaction, tally)) {
        writer.flush();
      }
    }
    return finish(transaction, tally, embedder != null);
  }

  private void applyOptions(
      WriteSession session,
      @Nullable CommitPoint replaced,
      @Nullable Embedder embedder,
      @Nullable MentionFinder finder)
      throws IOException {
    if (replaced != null && embedder != null) {
      session.keepVectors(replaced, options.settings(), embedder);
    }
    EmbedRun.applySettings(session, options.settings(), embedder, listener);
    FinderChoice.apply(finder, session, options.batchLimits());
  }

  /**
   * Returns whether the index is new and all documents were skipped. In this case, no index is
   * created.
   */
  private static boolean foundNothing(IndexTransaction transaction, SyncTally tally) {
    boolean isNew = transaction.published().manifest().generation() == 0;
    return isNew && tally.documents() == 0 && tally.hasSkipped();
  }

  private SyncReport finish(IndexTransaction transaction, SyncTally tally, boolean hasVectors)
      throws IOException {
    Counts live = transaction.published().manifest().live();
    SyncReport report = tally.report(live.documents(), live.chunks(), live.sentences(), hasVectors);
    if (isRebuild) {
      transaction.removeUnpublished();
    }
    tally.throwFailure();
    if (!report.refusedPrunes().isEmpty()) {
      throw new PruneRefusedException(report);
    }
    options.isRebuildDue().set(false);
    return report;
  }
}
