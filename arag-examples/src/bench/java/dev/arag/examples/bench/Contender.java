package dev.arag.examples.bench;

/** An implementation that is measured once in every round. */
interface Contender {
  String name();

  /** Runs for a few seconds in a separate process. */
  Timing measure() throws Exception;

  /**
   * Milliseconds of one operation.
   *
   * @param high the 99th percentile; the mean if it was not measured
   */
  record Timing(double mean, double high) {}
}
