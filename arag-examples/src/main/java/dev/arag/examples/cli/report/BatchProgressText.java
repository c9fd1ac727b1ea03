package dev.arag.examples.cli.report;

import dev.arag.evaluation.batch.BatchProgress;
import dev.arag.examples.cli.console.Formatting;
import dev.arag.examples.cli.console.ProgressLine;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Reports the progress of a batch: runs, rate, cost, accuracy so far and time left. */
public final class BatchProgressText {
  private static final double MIN_SECONDS = 1;

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
    StringBuilder text = new StringBuilder();
    text.append(progress.done()).append('/').append(progress.questions());
    if (now > 0 && seconds >= MIN_SECONDS) {
      text.append(", ").append(rate(now / seconds));
    }
    Double cost = progress.cost();
    if (cost != null) {
      text.append(String.format(Locale.ROOT, ", cost %.2f", cost));
    }
    if (progress.done() > 0) {
      text.append(", ").append(100 * progress.correct() / progress.done()).append(" % correct");
    }
    if (now > 0 && seconds >= MIN_SECONDS) {
      int left = progress.questions() - progress.done();
      text.append(", ").append(Formatting.wholeSeconds(left * seconds / now)).append(" left");
    }
    return text.toString();
  }

  private static String rate(double perSecond) {
    return perSecond < 1
        ? String.format(Locale.ROOT, "%.1f/min", perSecond * 60)
        : String.format(Locale.ROOT, "%.1f/s", perSecond);
  }
}
