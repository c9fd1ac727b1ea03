package dev.arag.agent.internal.run;

import java.util.function.DoubleSupplier;

/**
 * The settings of model calls.
 *
 * @param retries the maximum number of retries of a failed attempt
 * @param jitter returns random numbers from 0 to 1 that vary the pauses between attempts; must be
 *     thread-safe
 * @param parallelCalls the maximum number of calls at the same time
 */
public record CallSettings(int retries, DoubleSupplier jitter, int parallelCalls) {}
