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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Syncs the sources of the server, one sync at a time. */
public final class SyncJob {
  private static final int MAX_LISTED = 200;

  private final @Nullable Index index;
  private final List<Source> sources;
  private final IntSupplier deleteConversations;
  private @Nullable SyncHandle handle;
  private CompletableFuture<Result> result = new CompletableFuture<>();

  private record Result(SyncReport report, int conversations) {}

  /**
   * @param index the index; null if there are no sources
   * @param deleteConversations deletes the conversations with text of deleted documents, and
   *     returns their number
   */
  public SyncJob(@Nullable Index index, List<Source> sources, IntSupplier deleteConversations) {
    this.index = index;
    this.deleteConversations = deleteConversations;
    this.sources = List.copyOf(sources);
  }

  /**
   * The state of the last sync.
   *
   * @param state {@code none}, {@code running}, {@code done}, {@code cancelled} or {@code failed}
   * @param conversations the number of conversations that were deleted, because they contained text
   *     of deleted documents
   * @param error why the sync failed; null if it did not
   */
  public record SyncView(
      String state,
      @Nullable SyncProgress progress,
      @Nullable SyncReport report,
      int conversations,
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
    if (handle == null || result.isDone()) {
      handle = requireNonNull(index).startSync(sources.toArray(Source[]::new));
      result =
          handle.toFuture().thenApply(report -> new Result(report, deleteConversations.getAsInt()));
    }
  }

  public synchronized void cancel() {
    if (handle != null) {
      handle.cancel();
    }
  }

  public synchronized SyncView view() {
    if (handle == null) {
      return new SyncView("none", null, null, 0, null);
    }
    SyncProgress progress = handle.progress().orElse(null);
    if (!result.isDone()) {
      return new SyncView("running", progress, null, 0, null);
    }
    try {
      Result done = result.join();
      return new SyncView("done", progress, limited(done.report()), done.conversations(), null);
    } catch (CompletionException e) {
      return failed(progress, e.getCause());
    }
  }

  private static SyncView failed(@Nullable SyncProgress progress, @Nullable Throwable cause) {
    if (cause instanceof WriteCancelledException) {
      return new SyncView("cancelled", progress, null, 0, null);
    }
    String error =
        cause instanceof AragException
            ? String.valueOf(cause.getMessage())
            : "The sync failed because of an unexpected error.";
    return new SyncView("failed", progress, null, 0, error);
  }

  /** Lists only the first skipped files and warnings. */
  private static SyncReport limited(SyncReport report) {
    return report.with(
        report.skipped().stream().limit(MAX_LISTED).toList(),
        report.warnings().stream().limit(MAX_LISTED).toList());
  }
}
