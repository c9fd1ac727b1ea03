package dev.arag.spring.internal.lifecycle;

import dev.arag.core.error.AragException;
import dev.arag.core.error.CorpusException;
import dev.arag.index.Index;
import dev.arag.index.IndexStats;
import dev.arag.index.source.Source;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.PruneRefusedException;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import dev.arag.index.sync.WriteCancelledException;
import dev.arag.spring.internal.property.AragProperties;
import dev.arag.spring.internal.property.InvalidPropertyException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Syncs the sources in the background. A sync that fails is logged and repeated at the next time;
 * the index keeps its last commit.
 */
public final class BackgroundSync {
  private static final Logger LOG = LoggerFactory.getLogger("dev.arag.spring.Sync");
  private static final int MAX_LOGGED = 10;

  private final Index index;
  private final List<Source> sources;
  private final AragProperties.Sync times;
  private @Nullable Thread thread;
  private volatile @Nullable SyncProgress progress;
  private volatile @Nullable LastSync last;

  /** What the previous sync skipped, even if before a restart; null before the first sync. */
  private @Nullable Set<Skip> skippedBefore;

  public BackgroundSync(Index index, List<Source> sources, AragProperties.Sync times) {
    this.index = index;
    this.sources = List.copyOf(sources);
    this.times = times;
    if (times.every() != null && (times.every().isZero() || times.every().isNegative())) {
      throw new InvalidPropertyException(
          "arag.sync.every", "It must be greater than zero, was " + times.every() + ".", null);
    }
  }

  /**
   * The result of the last sync that was not cancelled.
   *
   * @param ended when the sync ended
   * @param report the report; null if the sync failed
   * @param error why the sync, or the sync of some sources, failed; null if all succeeded
   */
  public record LastSync(Instant ended, @Nullable SyncReport report, @Nullable String error) {}

  public @Nullable LastSync last() {
    return last;
  }

  /** The progress of the current sync; null if no sync is running or no source was opened yet. */
  public @Nullable SyncProgress progress() {
    return progress;
  }

  public List<String> sources() {
    return sources.stream().map(Source::toString).toList();
  }

  synchronized void start() {
    if (!sources.isEmpty() && (times.onStartup() || times.every() != null)) {
      thread = new Thread(this::syncRepeatedly, "arag-sync");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Cancels a running sync and returns without waiting for its end. */
  synchronized void stop() {
    if (thread != null) {
      thread.interrupt();
      thread = null;
    }
  }

  private void syncRepeatedly() {
    Duration every = times.every();
    try {
      boolean isGoingOn = !times.onStartup() || sync();
      while (isGoingOn && every != null) {
        TimeUnit.NANOSECONDS.sleep(every.toNanos());
        isGoingOn = sync();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns false if the sync was cancelled. */
  private boolean sync() {
    List<String> failures = new ArrayList<>();
    try {
      if (skippedBefore == null) {
        IndexStats before = index.stats();
        skippedBefore = Set.copyOf(before.skipped());
        if (before.generation() == 0) {
          LOG.info("The index is empty. Questions find nothing until the sync commits documents.");
        }
      }
      List<Source> present = present(failures);
      // A sync of no source would commit an index without documents.
      SyncReport report = present.isEmpty() ? null : sync(present, failures);
      if (report != null) {
        log(report, skippedBefore);
        skippedBefore = Set.copyOf(report.skipped());
      }
      logFailures(failures, null);
      last = new LastSync(Instant.now(), report, failures.isEmpty() ? null : join(failures));
    } catch (WriteCancelledException e) {
      LOG.info(
          "The sync of the index was cancelled. The next one continues after its last commit.");
      return false;
    } catch (RuntimeException | Error e) {
      failures.add(describe(e));
      logFailures(failures, e);
      last = new LastSync(Instant.now(), null, join(failures));
    } finally {
      progress = null;
    }
    return true;
  }

  /** Returns the sources whose paths exist, so that a missing one does not stop the others. */
  private List<Source> present(List<String> failures) {
    List<Source> present = new ArrayList<>();
    for (Source source : sources) {
      try {
        Source.Resolved unused = source.resolve();
        present.add(source);
      } catch (CorpusException e) {
        failures.add(describe(e));
      }
    }
    return present;
  }

  private SyncReport sync(List<Source> present, List<String> failures) {
    try {
      return index.sync(present, each -> progress = each);
    } catch (PruneRefusedException e) {
      failures.add(describe(e));
      return e.report();
    }
  }

  private static String join(List<String> failures) {
    return String.join(" ", failures);
  }

  /** Logs failures that the previous sync did not have. */
  private void logFailures(List<String> failures, @Nullable Throwable cause) {
    LastSync before = last;
    if (!failures.isEmpty() && (before == null || !join(failures).equals(before.error()))) {
      LOG.warn("The sync of the index failed. Searches use the last commit. {}", join(failures));
      LOG.debug("The sync of the index failed.", cause);
    }
  }

  /** Describes a failure without messages of other libraries, which may contain document text. */
  private static String describe(Throwable failure) {
    return failure instanceof AragException
        ? String.valueOf(failure.getMessage())
        // The message names a class or a method that is missing.
        : failure instanceof LinkageError ? failure.toString() : failure.getClass().getName();
  }

  /** Logs what differs from the previous sync, so that frequent syncs are quiet. */
  private void log(SyncReport report, Set<Skip> skippedBefore) {
    SyncReport before = last == null ? null : last.report();
    boolean isNews = before == null || !before.skipped().equals(report.skipped());
    if (isNews || report.added() + report.updated() + report.deleted() > 0) {
      LOG.info(
          "Synced the index: {} documents; {} added, {} updated, {} deleted, {} skipped; {} s.",
          report.documents(),
          report.added(),
          report.updated(),
          report.deleted(),
          report.skipped().size(),
          report.seconds());
    }
    report.skipped().stream()
        .filter(skip -> !skippedBefore.contains(skip))
        .limit(MAX_LOGGED)
        .forEach(skip -> LOG.warn("Skipped {}: {}", skip.source(), skip.reason()));
    report.warnings().stream()
        .filter(warning -> before == null || !before.warnings().contains(warning))
        .limit(MAX_LOGGED)
        .forEach(warning -> LOG.warn("The sync has a warning: {}", warning));
  }
}
