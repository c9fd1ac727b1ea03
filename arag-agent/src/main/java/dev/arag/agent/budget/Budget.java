package dev.arag.agent.budget;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one run. When a limit is reached, the run makes a closing call: the model must
 * answer from the text it has read so far. The closing call does not count against the limits of
 * turns and of model calls. A strategy may use further models beside the main model, each in a role
 * such as {@code checker}; some limits count the requests to all of them. Immutable.
 */
public final class Budget {
  /** The smallest supported context window, in tokens. */
  public static final int MIN_CONTEXT_TOKENS = 2_048;

  private static final int DEFAULT_CONTEXT_TOKENS = 128_000;
  private static final int MAX_RESERVED_TOKENS = 16_384;

  /** Never changed after the constructor. */
  private final Builder limits;

  private Budget(Builder limits) {
    this.limits = new Builder(limits);
  }

  /**
   * Returns the default limits: 15 turns, 60 model calls, 50 tool calls, and 5 minutes. The context
   * window has 128,000 tokens, unless the agent's main model declares another size. The total
   * number of tokens and the cost are not limited.
   */
  public static Budget defaults() {
    return builder().build();
  }

  /** Returns a builder that starts with {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that starts with the limits of this budget. */
  public Builder toBuilder() {
    return new Builder(limits);
  }

  /** The maximum number of requests to the main model before the closing call. */
  public int maxTurns() {
    return limits.maxTurns;
  }

  /** The maximum number of requests to the models of all roles before the closing call. */
  public int maxModelCalls() {
    return limits.maxModelCalls;
  }

  /** The maximum number of executed tool calls, for all tools together. */
  public int maxToolCalls() {
    return limits.maxToolCalls;
  }

  /**
   * The maximum number of executed calls of one tool. If the tool has no separate limit, returns
   * {@link #maxToolCalls()}.
   */
  public int maxToolCalls(String tool) {
    Objects.requireNonNull(tool, "tool");
    return Math.min(maxToolCalls(), limits.callsByTool.getOrDefault(tool, maxToolCalls()));
  }

  /**
   * The size of the model's context window, in tokens. A request and its reply must fit into the
   * window together.
   */
  public int contextTokens() {
    return limits.contextTokens.orElse(DEFAULT_CONTEXT_TOKENS);
  }

  /** The part of {@link #contextTokens()} that is kept free for the reply, in tokens. */
  public int reservedTokens() {
    return Math.min(MAX_RESERVED_TOKENS, contextTokens() / 4);
  }

  /**
   * The maximum number of tokens in all requests and replies of the run; empty if there is no
   * limit.
   */
  public OptionalLong totalTokens() {
    return limits.totalTokens;
  }

  /**
   * The maximum cost of all model calls of the run, in the currency of the prices; empty if there
   * is no limit.
   */
  public OptionalDouble cost() {
    return limits.cost;
  }

  /** The prices of tokens; empty if there is no cost limit. */
  public Optional<Prices> prices() {
    return Optional.ofNullable(limits.prices);
  }

  /** The maximum duration of a run, including the closing call. */
  public Duration timeout() {
    return limits.timeout;
  }

  /**
   * Returns this budget with the given context window, in tokens. If this budget already has a
   * context window that the caller set, returns this budget unchanged.
   */
  public Budget withDefaultContextTokens(int contextTokens) {
    return limits.contextTokens.isPresent()
        ? this
        : new Budget(new Builder(limits).contextTokens(contextTokens));
  }

  /**
   * Returns one of several equal parts of this budget. The model calls, the tool calls, the tokens
   * and the cost are divided; the turns, the context window and the timeout are not.
   *
   * @param parts the number of parts, at least 1
   */
  public Budget dividedBy(int parts) {
    Builder part = new Builder(limits);
    part.maxModelCalls = limits.maxModelCalls / Builder.requireAtLeast(1, "parts", parts);
    part.maxToolCalls = limits.maxToolCalls / parts;
    part.callsByTool.replaceAll((tool, most) -> most / parts);
    limits.totalTokens.ifPresent(most -> part.totalTokens = OptionalLong.of(most / parts));
    limits.cost.ifPresent(most -> part.cost = OptionalDouble.of(most / parts));
    return new Budget(part);
  }

  /**
   * Returns the budget that remains after the given usage. A limit that is reached or exceeded
   * becomes zero.
   */
  public Budget minus(Spent spent) {
    Objects.requireNonNull(spent, "spent");
    Builder left = new Builder(limits);
    left.maxTurns = Math.max(0, left.maxTurns - spent.turns());
    left.maxModelCalls = Math.max(0, left.maxModelCalls - spent.modelCalls());
    left.maxToolCalls = Math.max(0, left.maxToolCalls - spent.allToolCalls());
    limits.callsByTool.forEach(
        (tool, most) ->
            left.callsByTool.put(
                tool, Math.max(0, most - spent.toolCalls().getOrDefault(tool, 0))));
    limits.totalTokens.ifPresent(
        most -> left.totalTokens = OptionalLong.of(Math.max(0, most - spent.tokens())));
    limits.cost.ifPresent(most -> left.cost = OptionalDouble.of(Math.max(0, most - spent.cost())));
    Duration time = limits.timeout.minus(spent.elapsed());
    left.timeout = time.isNegative() ? Duration.ZERO : time;
    return new Budget(left);
  }

  @Override
  public String toString() {
    return "Budget[maxTurns=%d, maxModelCalls=%d, maxToolCalls=%d%s, contextTokens=%d, totalTokens=%s, cost=%s, timeout=%s]"
        .formatted(
            limits.maxTurns,
            limits.maxModelCalls,
            limits.maxToolCalls,
            limits.callsByTool.isEmpty() ? "" : " " + limits.callsByTool,
            contextTokens(),
            limits.totalTokens.isEmpty() ? "off" : limits.totalTokens.getAsLong(),
            limits.cost.isEmpty() ? "off" : limits.cost.getAsDouble(),
            limits.timeout);
  }

  /** Collects the limits of a budget. */
  public static final class Builder {

    private int maxTurns = 15;
    private int maxModelCalls = 60;
    private int maxToolCalls = 50;
    private final Map<String, Integer> callsByTool = new HashMap<>();
    private OptionalInt contextTokens = OptionalInt.empty();
    private OptionalLong totalTokens = OptionalLong.empty();
    private OptionalDouble cost = OptionalDouble.empty();
    private @Nullable Prices prices;
    private Duration timeout = Duration.ofMinutes(5);

    private Builder() {}

    private Builder(Builder other) {
      maxTurns = other.maxTurns;
      maxModelCalls = other.maxModelCalls;
      maxToolCalls = other.maxToolCalls;
      callsByTool.putAll(other.callsByTool);
      contextTokens = other.contextTokens;
      totalTokens = other.totalTokens;
      cost = other.cost;
      prices = other.prices;
      timeout = other.timeout;
    }

    /**
     * Sets the maximum number of requests to the main model before the closing call. Requests to
     * models of other roles do not count. Default: 15, at least 1.
     */
    public Builder maxTurns(int maxTurns) {
      this.maxTurns = requireAtLeast(1, "maxTurns", maxTurns);
      return this;
    }

    /**
     * Sets the maximum number of requests to the models of all roles before the closing call.
     * Default: 60, at least 1.
     */
    public Builder maxModelCalls(int maxModelCalls) {
      this.maxModelCalls = requireAtLeast(1, "maxModelCalls", maxModelCalls);
      return this;
    }

    /**
     * Sets the maximum number of executed tool calls, for all tools together. Default: 50, at least
     * 1.
     */
    public Builder maxToolCalls(int maxToolCalls) {
      this.maxToolCalls = requireAtLeast(1, "maxToolCalls", maxToolCalls);
      return this;
    }

    /**
     * Sets the maximum number of executed calls of one tool. Must be at least 1. Default: the limit
     * for all tools together.
     */
    public Builder maxToolCalls(String tool, int maxToolCalls) {
      Objects.requireNonNull(tool, "tool");
      if (tool.isBlank()) {
        throw new IllegalArgumentException("tool must not be blank");
      }
      callsByTool.put(tool, requireAtLeast(1, "maxToolCalls of " + tool, maxToolCalls));
      return this;
    }

    /**
     * Sets the size of the model's context window, in tokens. A quarter of the window, at most
     * 16,384 tokens, is reserved for the reply. Each request, including tool descriptions and
     * history, must fit into the remaining part. Default: the context window that the agent's main
     * model declares (see {@code EndpointChatModel.contextTokens}), otherwise 128,000. At least
     * 2,048.
     */
    public Builder contextTokens(int contextTokens) {
      this.contextTokens =
          OptionalInt.of(requireAtLeast(MIN_CONTEXT_TOKENS, "contextTokens", contextTokens));
      return this;
    }

    /**
     * Sets the maximum number of input and output tokens of the whole run. Must be at least 1.
     * Default: no limit.
     */
    public Builder totalTokens(long totalTokens) {
      if (totalTokens < 1) {
        throw new IllegalArgumentException("totalTokens must be >= 1, was " + totalTokens);
      }
      this.totalTokens = OptionalLong.of(totalTokens);
      return this;
    }

    /**
     * Sets the maximum cost of the whole run. The closing call may exceed this limit. Default: no
     * limit.
     *
     * @param limit the maximum cost, in the currency of the prices; greater than 0
     * @param prices the prices of the tokens of all models
     */
    public Builder cost(double limit, Prices prices) {
      if (!(limit > 0) || Double.isInfinite(limit)) {
        throw new IllegalArgumentException("cost must be finite and > 0, was " + limit);
      }
      this.cost = OptionalDouble.of(limit);
      this.prices = Objects.requireNonNull(prices, "prices");
      return this;
    }

    /**
     * Sets the maximum duration of the whole run. A tenth of this time, at most 30 seconds, is
     * reserved for the closing call. A model call that takes longer than the time left for it is
     * abandoned. Must be greater than zero. Default: 5 minutes.
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

  /**
   * The resources that a run has used so far.
   *
   * @param turns the number of requests to the main model
   * @param modelCalls the number of requests to the models of all roles
   * @param toolCalls the number of executed calls of each tool, by tool name
   * @param tokens the number of tokens in all requests and replies
   * @param cost the cost of all requests and replies, in the currency of the prices. Without
   *     prices, requests cost nothing
   * @param elapsed the time since the run began
   */
  public record Spent(
      int turns,
      int modelCalls,
      Map<String, Integer> toolCalls,
      long tokens,
      double cost,
      Duration elapsed) {
    public Spent {
      toolCalls = Map.copyOf(requireNonNull(toolCalls, "toolCalls"));
      requireNonNull(elapsed, "elapsed");
    }

    /** The number of executed calls of all tools together. */
    public int allToolCalls() {
      return toolCalls.values().stream().mapToInt(Integer::intValue).sum();
    }
  }
}
