package dev.arag.agent.budget;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one run. When a limit is reached, a closing call asks the model for its answer from
 * what it has read; this call is not counted against the turns. Immutable.
 */
public final class Budget {
  /** The smallest context window a run can work in, in tokens. */
  public static final int MIN_CONTEXT_TOKENS = 2_048;

  private static final int MAX_RESERVED_TOKENS = 16_384;

  private final int maxTurns;
  private final int maxToolCalls;
  private final Map<String, Integer> callsByTool;
  private final int contextTokens;
  private final OptionalLong totalTokens;
  private final OptionalDouble cost;
  private final @Nullable Prices prices;
  private final Duration timeout;

  private Budget(Builder limits) {
    maxTurns = limits.maxTurns;
    maxToolCalls = limits.maxToolCalls;
    callsByTool = Map.copyOf(limits.callsByTool);
    contextTokens = limits.contextTokens;
    totalTokens = limits.totalTokens;
    cost = limits.cost;
    prices = limits.prices;
    timeout = limits.timeout;
  }

  /** 15 turns, 50 tool calls, 128,000 tokens a request, no limit in total, 5 minutes. */
  public static Budget defaults() {
    return builder().build();
  }

  /** Starts from {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** The maximum number of model calls before the closing call. */
  public int maxTurns() {
    return maxTurns;
  }

  /** The maximum number of tool calls, of all tools together. */
  public int maxToolCalls() {
    return maxToolCalls;
  }

  /**
   * The maximum number of calls of one tool; {@link #maxToolCalls()} if it has no separate limit.
   */
  public int maxToolCalls(String tool) {
    return Math.min(maxToolCalls, callsByTool.getOrDefault(tool, maxToolCalls));
  }

  /** The window for a request and the reply reserved for it, in tokens. */
  public int contextTokens() {
    return contextTokens;
  }

  /** The part of {@link #contextTokens()} kept free for the reply, in tokens. */
  public int reservedTokens() {
    return Math.min(MAX_RESERVED_TOKENS, contextTokens / 4);
  }

  /** The maximum number of tokens of all requests and replies together; empty for no limit. */
  public OptionalLong totalTokens() {
    return totalTokens;
  }

  /** The maximum cost of all calls, in the currency of the prices; empty for no limit. */
  public OptionalDouble cost() {
    return cost;
  }

  /** The prices of tokens; empty without a cost limit. */
  public Optional<Prices> prices() {
    return Optional.ofNullable(prices);
  }

  /** The time of a run, including the closing call. */
  public Duration timeout() {
    return timeout;
  }

  /** The remaining budget; no limit falls below zero. */
  public Budget minus(BudgetUsage spent) {
    Builder left = new Builder();
    left.maxTurns = Math.max(0, maxTurns - spent.turns());
    left.maxToolCalls = Math.max(0, maxToolCalls - spent.allToolCalls());
    callsByTool.forEach(
        (tool, most) ->
            left.callsByTool.put(
                tool, Math.max(0, most - spent.toolCalls().getOrDefault(tool, 0))));
    left.contextTokens = contextTokens;
    totalTokens.ifPresent(
        most -> left.totalTokens = OptionalLong.of(Math.max(0, most - spent.tokens())));
    cost.ifPresent(most -> left.cost = OptionalDouble.of(Math.max(0, most - spent.cost())));
    left.prices = prices;
    Duration time = timeout.minus(spent.elapsed());
    left.timeout = time.isNegative() ? Duration.ZERO : time;
    return new Budget(left);
  }

  @Override
  public String toString() {
    return "Budget[maxTurns=%d, maxToolCalls=%d%s, contextTokens=%d, totalTokens=%s, cost=%s, timeout=%s]"
        .formatted(
            maxTurns,
            maxToolCalls,
            callsByTool.isEmpty() ? "" : " " + callsByTool,
            contextTokens,
            totalTokens.isEmpty() ? "off" : totalTokens.getAsLong(),
            cost.isEmpty() ? "off" : cost.getAsDouble(),
            timeout);
  }

  /** Collects the limits. */
  public static final class Builder {

    private int maxTurns = 15;
    private int maxToolCalls = 50;
    private final Map<String, Integer> callsByTool = new HashMap<>();
    private int contextTokens = 128_000;
    private OptionalLong totalTokens = OptionalLong.empty();
    private OptionalDouble cost = OptionalDouble.empty();
    private @Nullable Prices prices;
    private Duration timeout = Duration.ofMinutes(5);

    private Builder() {}

    /** Model calls before the closing call. Default: 15, at least 1. */
    public Builder maxTurns(int maxTurns) {
      this.maxTurns = requireAtLeast(1, "maxTurns", maxTurns);
      return this;
    }

    /** Executed tool calls. Default: 50, at least 1. */
    public Builder maxToolCalls(int maxToolCalls) {
      this.maxToolCalls = requireAtLeast(1, "maxToolCalls", maxToolCalls);
      return this;
    }

    /** Executed calls of one tool. Default: the limit of all tools together, at least 1. */
    public Builder maxToolCalls(String tool, int maxToolCalls) {
      callsByTool.put(
          Objects.requireNonNull(tool, "tool"),
          requireAtLeast(1, "maxToolCalls of " + tool, maxToolCalls));
      return this;
    }

    /**
     * Size of the model's context window, in tokens. It must hold each request, with tools and
     * history, and the tokens reserved for the reply: a quarter, at most 16,384. Default: 128,000,
     * at least 2,048.
     */
    public Builder contextTokens(int contextTokens) {
      this.contextTokens = requireAtLeast(MIN_CONTEXT_TOKENS, "contextTokens", contextTokens);
      return this;
    }

    /** Input and output tokens of the whole run. Default: no limit, at least 1. */
    public Builder totalTokens(long totalTokens) {
      if (totalTokens < 1) {
        throw new IllegalArgumentException("totalTokens must be >= 1, was " + totalTokens);
      }
      this.totalTokens = OptionalLong.of(totalTokens);
      return this;
    }

    /**
     * Cost of the whole run. The closing call may exceed it. Default: no limit.
     *
     * @param limit more than 0, in the currency of the prices
     * @param prices prices of the models' tokens
     */
    public Builder cost(double limit, Prices prices) {
      if (!(limit > 0) || Double.isInfinite(limit)) {
        throw new IllegalArgumentException("cost must be > 0, was " + limit);
      }
      this.cost = OptionalDouble.of(limit);
      this.prices = Objects.requireNonNull(prices, "prices");
      return this;
    }

    /**
     * Time of the whole run. A tenth, at most 30 seconds, is reserved for the closing call. A model
     * call that exceeds it is abandoned. Default: 5 minutes, more than zero.
     */
    public Builder timeout(Duration timeout) {
      Objects.requireNonNull(timeout, "timeout");
      if (timeout.isZero() || timeout.isNegative()) {
        throw new IllegalArgumentException("timeout must be > 0, was " + timeout);
      }
      this.timeout = timeout;
      return this;
    }

    public Budget build() {
      return new Budget(this);
    }

    private static int requireAtLeast(int least, String name, int value) {
      if (value < least) {
        throw new IllegalArgumentException(name + " must be >= " + least + ", was " + value);
      }
      return value;
    }
  }
}
