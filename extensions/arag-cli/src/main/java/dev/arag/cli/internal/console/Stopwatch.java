package dev.arag.cli.internal.console;

/** Measures the time since its creation. */
public final class Stopwatch {
  private final long start = System.nanoTime();

  /** Elapsed time, rounded to milliseconds. */
  public double seconds() {
    return Math.round((System.nanoTime() - start) / 1e6) / 1e3;
  }
}
