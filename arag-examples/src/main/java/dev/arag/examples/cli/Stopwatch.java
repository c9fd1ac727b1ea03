package dev.arag.examples.cli;

/** Measures the time since its creation. */
final class Stopwatch {
  private final long start = System.nanoTime();

  /** Elapsed time, rounded to milliseconds. */
  double seconds() {
    return Math.round((System.nanoTime() - start) / 1e6) / 1e3;
  }
}
