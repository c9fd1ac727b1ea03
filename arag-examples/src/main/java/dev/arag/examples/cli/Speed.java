package dev.arag.examples.cli;

import java.util.Locale;
import java.util.function.LongSupplier;

/** The measured rate of long work and the time it leaves; nothing is said before it is known. */
final class Speed {
  private static final long ENOUGH = 50;

  private final LongSupplier nanoTime;
  private long start;

  /**
   * @param nanoTime such as {@link System#nanoTime()}
   */
  Speed(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    start();
  }

  /** The work begins now; what was before does not count. */
  void start() {
    start = nanoTime.getAsLong();
  }

  /** Such as {@code , 81/s, 21 s left}; empty until 50 are done. */
  String of(long done, long total) {
    double seconds = (nanoTime.getAsLong() - start) / 1e9;
    if (done < ENOUGH || seconds <= 0) {
      return "";
    }
    double rate = done / seconds;
    return String.format(
        Locale.ROOT, ", %.0f/s, %s left", rate, Words.wholeSeconds((total - done) / rate));
  }
}
