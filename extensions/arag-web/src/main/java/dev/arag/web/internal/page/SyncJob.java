package dev.arag.web.internal.page;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.AragException;
import dev.arag.index.Index;
import dev.arag.index.SyncHandle;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import dev.arag.index.sync.WriteCancelledException;
import dev.arag.web.internal.http.HttpFailure;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Syncs the sources of the server, one sync at a time. */
public final class SyncJob {
  private static final int MAX_LISTED = 200;

  private final @Nullable Index index;
  private final List<Source> sources;
  private @Nullable SyncHandle handle;

  /**
   * @param index the index; null if there are no sources
   */
  public SyncJob(@Nullable Index index, List<Source> sources) {
    this.index = index;
    this.sources = List.copyOf(sources);
  }

  /**
   * The state of the last sync.
   *
   * @param state {@code none}, {@code running}, {@code done}, {@code cancelled} or {@code failed}
   * @param error why the sync failed; null if it did not
   */
  public record SyncView(
      String state,
      @Nullable SyncProgress progress,
      @Nullable SyncReport report,
      @Nullable String error) {}

  /** Returns the sources as the user named them. */
  public List<String> names() {
    return sources.stream().map(Source::toString).toList();
  }

  /** Starts a sync, unless one is running. */
  public synchronized void start() {
    if (sources.isEmpty()) {
      throw HttpFailure.conflict("This server was started without folders to sync.");
    }
    if (handle == null || handle.toFuture().isDone()) {
      handle = requireNonNull(index).startSync(sources.toArray(Source[]::new));
    }
  }

  public synchronized void cancel() {
    if (handle != null) {
      handle.cancel();
    }
  }

  public synchronized SyncView view() {
    if (handle == null) {
      return new SyncView("none", null, null, null);
    }
    SyncProgress progress = handle.progress().orElse(null);
    if (!handle.toFuture().isDone()) {
      return new SyncView("running", progress, null, null);
    }
    try {
      return new SyncView("done", progress, limited(handle.toFuture().join()), null);
    } catch (CompletionException e) {
      return failed(progress, e.getCause());
    }
  }

  private static SyncView failed(@Nullable SyncProgress progress, @Nullable Throwable cause) {
    if (cause instanceof WriteCancelledException) {
      return new SyncView("cancelled", progress, null, null);
    }
    String error =
        cause instanceof AragException
            ? String.valueOf(cause.getMessage())
            : "The sync failed because of an unexpected error.";
    return new SyncView("failed", progress, null, error);
  }

  /** Lists only the first skipped files and warnings. */
  private static SyncReport limited(SyncReport report) {
    return report.with(
        report.skipped().stream().limit(MAX_LISTED).toList(),
        report.warnings().stream().limit(MAX_LISTED).toList());
  }
}
