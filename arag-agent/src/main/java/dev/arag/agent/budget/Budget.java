package dev.arag.agent.budget;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The limits of one run. When one is reached, the model is asked for its answer once more, with
 * what it has; that closing call comes on top of the turns. Immutable.
 */
public final class Budget {
  private static final int MOST_RESERVED = 16_384;

  private final int maxTurns;
  private final int maxToolCalls;
  private final int contextTokens;
  private final OptionalLong totalTokens;
  private final Duration timeout;

  private Budget(
      int maxTurns,
      int maxToolCalls,
      int contextTokens,
      OptionalLong totalTokens,
      Duration timeout) {
    this.maxTurns = maxTurns;
    this.maxToolCalls = maxToolCalls;
    this.contextTokens = contextTokens;
    this.totalTokens = totalTokens;
    this.timeout = timeout;
  }

  /** 15 turns, 50 tool calls, 128,000 tokens a request, no limit in total, 5 minutes. */
  public static Budget defaults() {
    return builder().build();
  }

  /** Starts from {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Model calls before the closing call. */
  public int maxTurns() {
    return maxTurns;
  }

  /** Tool calls that are run. */
  public int maxToolCalls() {
    return maxToolCalls;
  }

  /** What a request and the answer reserved for it may hold together, in tokens. */
  public int contextTokens() {
    return contextTokens;
  }

  /** The part of {@link #contextTokens()} kept free for the reply, in tokens. */
  public int reservedTokens() {
    return Math.min(MOST_RESERVED, contextTokens / 4);
  }

  /** What all requests and replies together may hold, in tokens; empty for no limit. */
  public OptionalLong totalTokens() {
    return totalTokens;
  }

  /** The time a run may take, the closing call included. */
  public Duration timeout() {
    return timeout;
  }

  /** What is left after so much was used; nothing falls below zero. */
  public Budget minus(int turns, int toolCalls, long tokens, Duration elapsed) {
    Duration left = timeout.minus(elapsed);
    return new Budget(
        Math.max(0, maxTurns - turns),
        Math.max(0, maxToolCalls - toolCalls),
        contextTokens,
        totalTokens.isEmpty()
            ? totalTokens
            : OptionalLong.of(Math.max(0, totalTokens.getAsLong() - tokens)),
        left.isNegative() ? Duration.ZERO : left);
  }

  @Override
  public String toString() {
    return "Budget[maxTurns=%d, maxToolCalls=%d, contextTokens=%d, totalTokens=%s, timeout=%s]"
        .formatted(
            maxTurns,
            maxToolCalls,
            contextTokens,
            totalTokens.isEmpty() ? "off" : totalTokens.getAsLong(),
            timeout);
  }

  /** Collects the limits. */
  public static final class Builder {
    private static final int LEAST_CONTEXT = 2_048;

    private int maxTurns = 15;
    private int maxToolCalls = 50;
    private int contextTokens = 128_000;
    private OptionalLong totalTokens = OptionalLong.empty();
    private Duration timeout = Duration.ofMinutes(5);

    private Builder() {}

    /** Model calls before the closing call. Default 15, at least 1. */
    public Builder maxTurns(int maxTurns) {
      this.maxTurns = requireAtLeast(1, "maxTurns", maxTurns);
      return this;
    }

    /** Tool calls that are run. Default 50, at least 1. */
    public Builder maxToolCalls(int maxToolCalls) {
      this.maxToolCalls = requireAtLeast(1, "maxToolCalls", maxToolCalls);
      return this;
    }

    /**
     * Size of the model's window, in tokens: the next request (tools and history included) and the
     * reply reserved for it, min(16,384, a quarter), fit in it. Default 128,000, at least 2,048.
     */
    public Builder contextTokens(int contextTokens) {
      this.contextTokens = requireAtLeast(LEAST_CONTEXT, "contextTokens", contextTokens);
      return this;
    }

    /** Input and output tokens of the whole run. Default no limit, at least 1. */
    public Builder totalTokens(long totalTokens) {
      if (totalTokens < 1) {
        throw new IllegalArgumentException("totalTokens must be >= 1, was " + totalTokens);
      }
      this.totalTokens = OptionalLong.of(totalTokens);
      return this;
    }

    /**
     * Time of the whole run, the closing call included, for which a tenth is kept, at most 30
     * seconds. A model call that takes longer is left. Default 5 minutes, more than zero.
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
      return new Budget(maxTurns, maxToolCalls, contextTokens, totalTokens, timeout);
    }

    private static int requireAtLeast(int least, String name, int value) {
      if (value < least) {
        throw new IllegalArgumentException(name + " must be >= " + least + ", was " + value);
      }
      return value;
    }
  }
}
