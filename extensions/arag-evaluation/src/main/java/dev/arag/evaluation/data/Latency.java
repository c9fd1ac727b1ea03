package dev.arag.evaluation.data;

/**
 * Percentiles of the wall-clock time of runs, by nearest rank.
 *
 * @param medianMillis the 50th percentile
 * @param p90Millis the 90th percentile
 * @param p99Millis the 99th percentile
 * @param underLoad whether other runs were active at the same time, so that the times do not show
 *     the speed of a single run
 */
public record Latency(long medianMillis, long p90Millis, long p99Millis, boolean underLoad) {}
