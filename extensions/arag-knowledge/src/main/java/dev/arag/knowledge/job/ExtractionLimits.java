package dev.arag.knowledge.job;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.budget.Prices;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a job. A job begins no further chunk if the expected cost of this chunk and of
 * those that are being read does not fit a limit. Immutable.
 */
public final class ExtractionLimits {
  private static final int MAX_PARALLEL_CALLS = 64;

  private int calls = Integer.MAX_VALUE;
  private long tokens = Long.MAX_VALUE;
  private double cost = Double.POSITIVE_INFINITY;
  private @Nullable Prices prices;
  private Duration time = Duration.ofDays(365);
  private int parallelCalls = 4;

  private ExtractionLimits() {}

  private ExtractionLimits(ExtractionLimits other) {
    calls = other.calls;
    tokens = other.tokens;
    cost = other.cost;
    prices = other.prices;
    time = other.time;
    parallelCalls = other.parallelCalls;
  }

  /** Returns limits that allow everything, with 4 calls at the same time. */
  public static ExtractionLimits none() {
    return new ExtractionLimits();
  }

  /** Returns a copy with a maximum number of model calls, at least 1. */
  public ExtractionLimits maxCalls(int calls) {
    requirePositive("maxCalls", calls);
    ExtractionLimits changed = new ExtractionLimits(this);
    changed.calls = calls;
    return changed;
  }

  /** Returns a copy with a maximum number of input and output tokens, at least 1. */
  public ExtractionLimits maxTokens(long tokens) {
    requirePositive("maxTokens", (double) tokens);
    ExtractionLimits changed = new ExtractionLimits(this);
    changed.tokens = tokens;
    return changed;
  }

  /** Returns a copy with the prices of the model, so that the report states the cost. */
  public ExtractionLimits prices(Prices prices) {
    ExtractionLimits changed = new ExtractionLimits(this);
    changed.prices = requireNonNull(prices, "prices");
    return changed;
  }

  /** Returns a copy with a maximum cost, greater than 0, in the currency of the prices. */
  public ExtractionLimits maxCost(double cost, Prices prices) {
    requirePositive("maxCost", cost);
    ExtractionLimits changed = prices(prices);
    changed.cost = cost;
    return changed;
  }

  /** Returns a copy with a maximum duration, greater than 0. */
  public ExtractionLimits maxTime(Duration time) {
    requirePositive("maxTime", (double) requireNonNull(time, "time").toMillis());
    ExtractionLimits changed = new ExtractionLimits(this);
    changed.time = time;
    return changed;
  }

  /** Returns a copy with the number of calls at the same time, 1 to 64. Default: 4. */
  public ExtractionLimits parallelCalls(int parallelCalls) {
    if (parallelCalls < 1 || parallelCalls > MAX_PARALLEL_CALLS) {
      throw new IllegalArgumentException("parallelCalls must be 1 to 64, was " + parallelCalls);
    }
    ExtractionLimits changed = new ExtractionLimits(this);
    changed.parallelCalls = parallelCalls;
    return changed;
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0)) {
      throw new IllegalArgumentException(name + " must be > 0, was " + value);
    }
  }

  /** The maximum number of model calls. */
  public int maxCalls() {
    return calls;
  }

  /** The maximum number of tokens. */
  public long maxTokens() {
    return tokens;
  }

  /** The maximum cost; infinite without a limit. */
  public double maxCost() {
    return cost;
  }

  /** The prices; null if there are none. */
  public @Nullable Prices prices() {
    return prices;
  }

  /** The maximum duration. */
  public Duration maxTime() {
    return time;
  }

  /** The number of calls at the same time. */
  public int parallelCalls() {
    return parallelCalls;
  }
}
