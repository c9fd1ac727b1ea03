package dev.arag.cli.internal.report;

import dev.arag.cli.internal.console.Formatting;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The measured rate of work and the estimated remaining time. Both are averages since the start, so
 * they are stable. They are omitted until there is enough data.
 */
public final class ProgressRate {
  private static final long MIN_DONE = 50;
  private static final double MIN_SECONDS = 1;
  private static final double MIN_SHARE = 0.002;

  /** Before, an estimate of the remaining time would change too much. */
  static final double MIN_ESTIMATE_SECONDS = 10;

  private final LongSupplier nanoTime;
  private final long start;
  private final double firstShare;
  private final long firstDone;

  /**
   * Starts the measurement.
   *
   * @param nanoTime clock, such as {@link System#nanoTime()}
   * @param share fraction of the total work that was done before the start
   * @param done number of items that were done before the start
   */
  public ProgressRate(LongSupplier nanoTime, double share, long done) {
    this.nanoTime = nanoTime;
    start = nanoTime.getAsLong();
    firstShare = share;
    firstDone = done;
  }

  /**
   * Formats the rate, such as {@code , 81/s, 21 s left}; empty until 50 items are done and a second
   * has passed. The remaining time is shown after ten seconds.
   */
  public String format(double share, long done) {
    double seconds = (nanoTime.getAsLong() - start) / 1e9;
    if (done - firstDone < MIN_DONE || seconds < MIN_SECONDS) {
      return "";
    }
    return rate((done - firstDone) / seconds) + remaining(share, seconds);
  }

  private static String rate(double perSecond) {
    return perSecond < 10
        ? String.format(Locale.ROOT, ", %.1f/s", perSecond)
        : ", " + Formatting.number(Math.round(perSecond)) + "/s";
  }

  private String remaining(double share, double seconds) {
    double progress = share - firstShare;
    return progress < MIN_SHARE || seconds < MIN_ESTIMATE_SECONDS
        ? ""
        : ", " + Formatting.wholeSeconds(seconds * (1 - share) / progress) + " left";
  }
}
