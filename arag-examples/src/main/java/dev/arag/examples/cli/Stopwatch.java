package dev.arag.examples.cli;

/** Time since it was started, as results report it. */
final class Stopwatch {
  private final long start = System.nanoTime();

  /** To the millisecond. */
  double seconds() {
    return Math.round((System.nanoTime() - start) / 1e6) / 1e3;
  }
}
