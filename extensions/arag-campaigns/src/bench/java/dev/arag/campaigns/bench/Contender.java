package dev.arag.campaigns.bench;

/** An implementation that is measured once in every round. */
interface Contender {
  String name();

  /** Runs the implementation for a few seconds in a separate process. */
  Timing measure() throws Exception;

  /**
   * The time of one operation, in milliseconds.
   *
   * @param high the 99th percentile, or the mean if the percentile was not measured
   */
  record Timing(double mean, double high) {}
}
