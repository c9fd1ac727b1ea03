package dev.arag.examples.bench;

/** Something whose speed is measured again in every round. */
interface Contender {
  String name();

  /** Runs for some seconds in a process of its own. */
  Spent measure() throws Exception;

  /**
   * Milliseconds of one operation.
   *
   * @param high only one operation in a hundred took longer; the mean where nobody asked
   */
  record Spent(double mean, double high) {}
}
