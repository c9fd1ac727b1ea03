package dev.arag.cli.internal.report;

import dev.arag.cli.internal.console.ProgressLine;
import dev.arag.evaluation.batch.BatchProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Reports the progress of a batch: runs, rate, cost, accuracy so far and time left. */
public final class BatchProgressText {
  private static final double MIN_SECONDS = 1;
  private static final int MAX_COLUMNS = 50;

  private final ProgressLine line;
  private final LongSupplier nanoTime;
  private final long start;

  /**
   * @param nanoTime such as {@link System#nanoTime()}
   */
  public BatchProgressText(ProgressLine line, LongSupplier nanoTime) {
    this.line = line;
    this.nanoTime = nanoTime;
    start = nanoTime.getAsLong();
  }

  public void report(BatchProgress progress) {
    double seconds = (nanoTime.getAsLong() - start) / 1e9;
    line.show((double) progress.done() / progress.questions(), format(progress, seconds));
  }

  /** Formats the progress in at most 50 columns, so that a bar fits in front of it. */
  static String format(BatchProgress progress, double seconds) {
    int now = progress.done() - progress.resumed();
    boolean hasRate = now > 0 && seconds >= MIN_SECONDS;
    List<String> parts = new ArrayList<>();
    parts.add(progress.done() + "/" + progress.questions());
    if (hasRate) {
      parts.add(rate(now / seconds));
    }
    Double cost = progress.cost();
    if (cost != null) {
      parts.add(String.format(Locale.ROOT, cost < 100 ? "cost %.2f" : "cost %.0f", cost));
    }
    if (progress.done() > 0) {
      parts.add(100 * progress.correct() / progress.done() + " % correct");
    }
    if (hasRate && seconds >= ProgressRate.MIN_ESTIMATE_SECONDS) {
      parts.add(timeLeft((progress.questions() - progress.done()) * seconds / now));
    }
    return join(parts);
  }

  private static String join(List<String> parts) {
    String text = String.join(", ", parts);
    return text.length() > MAX_COLUMNS ? String.join(" ", parts).replace(" correct", "") : text;
  }

  private static String rate(double perSecond) {
    return perSecond < 1
        ? String.format(Locale.ROOT, "%.1f/min", perSecond * 60)
        : String.format(Locale.ROOT, "%.1f/s", perSecond);
  }

  private static String timeLeft(double seconds) {
    if (seconds < 90) {
      return Math.round(seconds) + " s left";
    }
    return seconds < 5_400
        ? Math.round(seconds / 60) + " min left"
        : Math.round(seconds / 3_600) + " h left";
  }
}
