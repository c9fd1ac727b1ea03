package dev.arag.agent;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.model.Tokens;
import dev.arag.agent.trajectory.StopReason;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The budget of one run and how much of it is used. */
final class Limits {
  /** Formatting around the corpus text of an observation: fence, ids, counts. */
  private static final int OBSERVATION_OVERHEAD = 200;

  private static final Duration MOST_CLOSING_TIME = Duration.ofSeconds(30);

  private final Budget budget;
  private final int closingTokens;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private int turns;
  private int toolCalls;
  private long tokens;

  /**
   * @param closingTokens size of the message the closing call adds
   */
  Limits(Budget budget, int closingTokens, LongSupplier nanoTime) {
    this.budget = budget;
    this.closingTokens = closingTokens;
    this.nanoTime = nanoTime;
    startNanos = nanoTime.getAsLong();
  }

  Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - startNanos);
  }

  Budget remaining() {
    return budget.minus(turns, toolCalls, tokens, elapsed());
  }

  int turns() {
    return turns;
  }

  void addTurn() {
    turns++;
  }

  void addTokens(Tokens used) {
    tokens += used.input() + used.output();
  }

  /** Counts a tool call, if one is left. */
  boolean takeToolCall() {
    if (toolCalls == budget.maxToolCalls()) {
      return false;
    }
    toolCalls++;
    return true;
  }

  /**
   * Why the next request may not be made; empty if it may.
   *
   * @param mayCall whether tools are offered in it
   */
  Optional<StopReason> reached(int requestTokens, boolean mayCall) {
    if (remaining().timeout().compareTo(closingTime()) <= 0) {
      return Optional.of(StopReason.DEADLINE);
    }
    if (turns >= budget.maxTurns()) {
      return Optional.of(StopReason.TURN_LIMIT);
    }
    if (mayCall && toolCalls >= budget.maxToolCalls()) {
      return Optional.of(StopReason.CALL_LIMIT);
    }
    if (exceedsTotal(requestTokens)) {
      return Optional.of(StopReason.TOKEN_BUDGET);
    }
    // One more observation must fit before the closing call.
    int growth = mayCall ? mostObserved() : 0;
    return fits(requestTokens + growth) ? Optional.empty() : Optional.of(StopReason.CONTEXT_LIMIT);
  }

  /** The time a call before the closing call may take. */
  Duration timeForTurn() {
    Duration left = remaining().timeout().minus(closingTime());
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Whether the closing call can still be made on a request of this size. */
  boolean allowsClosing(int requestTokens) {
    return !remaining().timeout().isZero() && fits(requestTokens);
  }

  /** How much corpus text one more observation may hold when the next request is this large. */
  int observationTokens(int nextRequestTokens) {
    int room = budget.contextTokens() - withAnswer(nextRequestTokens) - OBSERVATION_OVERHEAD;
    return Math.min(budget.contextTokens() / 8, room);
  }

  private int mostObserved() {
    return budget.contextTokens() / 8 + OBSERVATION_OVERHEAD;
  }

  private boolean fits(int requestTokens) {
    return withAnswer(requestTokens) <= budget.contextTokens();
  }

  private int withAnswer(int requestTokens) {
    return requestTokens + closingTokens + budget.reservedTokens();
  }

  private boolean exceedsTotal(int requestTokens) {
    long next = (long) requestTokens + budget.reservedTokens();
    return budget.totalTokens().isPresent() && tokens + next > budget.totalTokens().getAsLong();
  }

  /** Kept for the closing call: a tenth of the time, at most half a minute. */
  private Duration closingTime() {
    Duration tenth = budget.timeout().dividedBy(10);
    return tenth.compareTo(MOST_CLOSING_TIME) < 0 ? tenth : MOST_CLOSING_TIME;
  }
}
