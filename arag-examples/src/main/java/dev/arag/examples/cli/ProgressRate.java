package dev.arag.examples.cli;

import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The measured rate of one kind of work and the time that is left; nothing is said before it is
 * known. Both are means since the beginning, so that they do not jump.
 */
final class ProgressRate {
  private static final long ENOUGH = 50;
  private static final double ENOUGH_SECONDS = 1;
  private static final double ENOUGH_SHARE = 0.002;

  private final LongSupplier nanoTime;
  private final long start;
  private final double firstShare;
  private final long firstDone;

  /**
   * The work begins now.
   *
   * @param nanoTime such as {@link System#nanoTime()}
   * @param share of all that was done before
   * @param done how much of it was done before
   */
  ProgressRate(LongSupplier nanoTime, double share, long done) {
    this.nanoTime = nanoTime;
    start = nanoTime.getAsLong();
    firstShare = share;
    firstDone = done;
  }

  /** Such as {@code , 81/s, 21 s left}; empty until 50 are done and a second is over. */
  String of(double share, long done) {
    double seconds = (nanoTime.getAsLong() - start) / 1e9;
    if (done - firstDone < ENOUGH || seconds < ENOUGH_SECONDS) {
      return "";
    }
    return rate((done - firstDone) / seconds) + left(share, seconds);
  }

  private static String rate(double perSecond) {
    return perSecond < 10
        ? String.format(Locale.ROOT, ", %.1f/s", perSecond)
        : ", " + Formatting.number(Math.round(perSecond)) + "/s";
  }

  private String left(double share, double seconds) {
    double gone = share - firstShare;
    return gone < ENOUGH_SHARE
        ? ""
        : ", " + Formatting.wholeSeconds(seconds * (1 - share) / gone) + " left";
  }
}
