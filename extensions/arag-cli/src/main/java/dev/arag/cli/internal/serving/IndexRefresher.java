package dev.arag.cli.internal.serving;

import dev.arag.cli.internal.console.CommandOutput;
import dev.arag.cli.internal.failure.CliExceptionHandler;
import dev.arag.core.error.AragException;
import dev.arag.index.Index;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Reports why the newest commit of an index that is served cannot be used. An index follows other
 * commits in its calls, but nobody would learn the reason of a failure.
 */
public final class IndexRefresher {
  private static final int PERIOD_SECONDS = 2;

  private final Index index;
  private final CommandOutput output;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(IndexRefresher::newThread);
  private String lastReport = "";

  private IndexRefresher(Index index, CommandOutput output) {
    this.index = index;
    this.output = output;
  }

  static IndexRefresher start(Index index, CommandOutput output) {
    IndexRefresher refresher = new IndexRefresher(index, output);
    var unused =
        refresher.thread.scheduleWithFixedDelay(
            refresher::refresh, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    return refresher;
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "arag-refresh");
    thread.setDaemon(true);
    return thread;
  }

  /** An exception would end the schedule. */
  private void refresh() {
    try {
      boolean unused = index.refresh();
      lastReport = "";
    } catch (RuntimeException e) {
      if (!thread.isShutdown()) {
        report(e);
      }
    }
  }

  /** Prints a failure, unless the refresh before failed in the same way. */
  private void report(RuntimeException failure) {
    String reason =
        failure instanceof AragException
            ? CliExceptionHandler.withHint(failure)
            : failure.getClass().getSimpleName();
    String report = "arag: the index cannot be refreshed; its last state is served: " + reason;
    if (!report.equals(lastReport)) {
      output.note(report);
      lastReport = report;
    }
  }

  void stop() {
    thread.shutdownNow();
  }
}
