package dev.arag.agent.internal.loop;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.internal.model.ModelsByRole;
import dev.arag.agent.internal.model.RunClock;
import dev.arag.agent.model.Reply;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.tools.call.Observation;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Tracks the usage of one run, compares it with the budget, and knows whether the run was
 * cancelled.
 */
public final class BudgetTracker {
  /**
   * The estimated size of an observation without its corpus text: fence, ids, counts, and notes.
   */
  private static final int OBSERVATION_OVERHEAD_TOKENS = 200;

  /** The number of output tokens that is assumed when the cost of a call is estimated. */
  private static final int TYPICAL_OUTPUT_TOKENS = 1_000;

  private static final Duration MAX_CLOSING_TIME = Duration.ofSeconds(30);

  /** The time that an observer may always take, even if the run has no time left. */
  private static final Duration MIN_OBSERVER_TIME = Duration.ofMillis(250);

  private final Budget budget;
  private final int closingTokens;
  private final int callsAfterAnswer;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private final Map<String, Integer> toolCalls = new HashMap<>();
  private int allToolCalls;
  private int turns;
  private int modelCalls;
  private long tokens;
  private double cost;

  /** The tokens and the cost that the requests of a group may use whose replies are missing. */
  private long reservedTokens;

  private double reservedCost;
  private int windowTokens;

  private volatile boolean isCancelled;

  /**
   * @param closingTokens the size in tokens of the message that the closing call adds to a request
   * @param callsAfterAnswer the number of model calls reserved for requests after the strategy's
   *     answer
   */
  public BudgetTracker(
      Budget budget, int closingTokens, int callsAfterAnswer, LongSupplier nanoTime) {
    this.budget = budget;
    this.closingTokens = closingTokens;
    this.callsAfterAnswer = callsAfterAnswer;
    this.nanoTime = nanoTime;
    startNanos = nanoTime.getAsLong();
    windowTokens = budget.contextTokens();
  }

  /**
   * Ends the run at its next step. To end the current step early, the caller must also interrupt
   * the thread of the run.
   */
  public void cancel() {
    isCancelled = true;
  }

  /** Whether the run was cancelled on request, or because its thread was interrupted. */
  public boolean isCancelled() {
    return isCancelled || Thread.currentThread().isInterrupted();
  }

  /**
   * Checks that the run was not cancelled.
   *
   * @throws BudgetExhaustedException if the run was cancelled
   */
  public void requireNotCancelled() {
    if (isCancelled()) {
      throw new BudgetExhaustedException(StopReason.CANCELLED);
    }
  }

  /**
   * Sets the interrupt flag of the run's thread again if the run is cancelled, because an observer
   * may have cleared the flag.
   */
  void renewInterrupt() {
    if (isCancelled) {
      Thread.currentThread().interrupt();
    }
  }

  public Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - startNanos);
  }

  public Budget remaining() {
    return budget.minus(new Budget.Spent(turns, modelCalls, toolCalls, tokens, cost, elapsed()));
  }

  /**
   * Returns a part of the remaining budget for a child run. One of its calls is kept for the
   * closing call.
   *
   * @param parts the number of equal parts of the calls, the tokens and the cost
   * @param waves the number of child runs that take place one after another
   */
  public Budget share(int parts, int waves) {
    Budget part = remaining().minus(spent(callsAfterAnswer, Duration.ZERO)).dividedBy(parts);
    return part.minus(spent(1, part.timeout().minus(timeForTurn().dividedBy(waves))));
  }

  private static Budget.Spent spent(int modelCalls, Duration time) {
    return new Budget.Spent(0, modelCalls, Map.of(), 0, 0, time);
  }

  /** Returns the tracker of a child run. */
  public BudgetTracker child(Budget share, RunClock clock) {
    return new BudgetTracker(share, closingTokens, 0, clock::childNanoTime);
  }

  /** Counts a recorded step of a child run, which is no turn of this run. */
  public void add(Step step) {
    modelCalls = Math.max(modelCalls, step.turn());
    if (step instanceof Step.ModelCall call) {
      addTokens(call.role(), call.tokens());
    } else if (step instanceof Step.ToolUse use
        && !use.isShow()
        && !(use.observation() instanceof Observation.Rejected)) {
      addToolCall(use.call().name());
    }
  }

  /** Returns the number of the last model call, which is the number of all model calls so far. */
  public int modelCalls() {
    return modelCalls;
  }

  /** Counts a request to the model of a role, and returns its number. */
  public int addModelCall(String role) {
    turns += role.equals(ModelsByRole.MAIN) ? 1 : 0;
    return ++modelCalls;
  }

  public void addTokens(String role, Reply.Tokens used) {
    tokens += used.input() + used.output();
    cost += estimateCost(role, used.input(), used.cachedInput(), used.output());
  }

  private double estimateCost(String role, long input, long cachedInput, long output) {
    return budget.prices().map(prices -> prices.of(role, input, cachedInput, output)).orElse(0.0);
  }

  boolean isAnyToolCallLeft() {
    return allToolCalls < budget.maxToolCalls();
  }

  boolean isToolCallLeft(String tool) {
    return toolCalls.getOrDefault(tool, 0) < budget.maxToolCalls(tool);
  }

  /** The names of the tools that were called. */
  public Set<String> usedTools() {
    return Set.copyOf(toolCalls.keySet());
  }

  void addToolCall(String tool) {
    allToolCalls++;
    toolCalls.merge(tool, 1, Integer::sum);
  }

  /**
   * Limits later requests to this size. Called when the server accepts less than the configured
   * context window.
   */
  public void limitRequests(int requestTokens) {
    windowTokens = Math.min(windowTokens, requestTokens + closingTokens + reserved());
  }

  /**
   * Returns the limit that prevents the next request; empty if the request is allowed.
   *
   * @param mayCall whether the request offers tools
   */
  public Optional<StopReason> limitReached(String role, int requestTokens, boolean mayCall) {
    if (isTimeToClose()) {
      return Optional.of(StopReason.DEADLINE);
    }
    if (role.equals(ModelsByRole.MAIN) && turns >= budget.maxTurns()) {
      return Optional.of(StopReason.TURN_LIMIT);
    }
    if (modelCalls >= maxModelCalls()) {
      return Optional.of(StopReason.MODEL_CALL_LIMIT);
    }
    if (mayCall && !isAnyToolCallLeft()) {
      return Optional.of(StopReason.CALL_LIMIT);
    }
    if (exceedsTotal(requestTokens)) {
      return Optional.of(StopReason.TOKEN_BUDGET);
    }
    if (exceedsCost(role, requestTokens)) {
      return Optional.of(StopReason.COST_LIMIT);
    }
    return excessTokens(requestTokens, mayCall) > 0
        ? Optional.of(StopReason.CONTEXT_LIMIT)
        : Optional.empty();
  }

  /**
   * Reserves the tokens and the cost of a request whose reply comes later. The estimate consists of
   * the request and {@link Budget#reservedTokens()}.
   */
  public void reserve(String role, int requestTokens) {
    reservedTokens += (long) requestTokens + budget.reservedTokens();
    reservedCost += estimateCost(role, requestTokens, 0, TYPICAL_OUTPUT_TOKENS);
  }

  /** Ends all reservations. The tokens that were used must be added. */
  public void releaseReservations() {
    reservedTokens = 0;
    reservedCost = 0;
  }

  /** Returns the number of tokens by which a request is too large; 0 or less if it fits. */
  public int excessTokens(int requestTokens, boolean mayCall) {
    // The closing call must fit after one more observation.
    int growth = mayCall ? maxObservationTokens() : 0;
    return withReserve(requestTokens + growth) - windowTokens;
  }

  /** Whether the next request may become too large if one more observation is added. */
  boolean mayExceedWindow(int nextRequestTokens) {
    return excessTokens(nextRequestTokens + maxObservationTokens(), true) > 0;
  }

  /**
   * Returns the number of tokens that one compaction frees in addition to the excess: a quarter of
   * the context window.
   */
  public int compactionTokens() {
    return windowTokens / 4;
  }

  boolean isTimeToClose() {
    return remaining().timeout().compareTo(closingTime()) <= 0;
  }

  /** Returns the time that is left for calls before the closing call. */
  public Duration timeForTurn() {
    Duration left = remaining().timeout().minus(closingTime());
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Returns the time that one observer may take so that the run can still end in time. */
  public Duration timeForObserver() {
    Duration left = isTimeToClose() ? remaining().timeout() : timeForTurn();
    return left.compareTo(MIN_OBSERVER_TIME) < 0 ? MIN_OBSERVER_TIME : left;
  }

  /**
   * Whether a closing call with a request of this size is allowed. The closing call itself may
   * exceed the token or cost limit, but only if no earlier call has exceeded the limit.
   */
  public boolean allowsClosing(int requestTokens) {
    return !remaining().timeout().isZero()
        && withReserve(requestTokens) <= windowTokens
        && !isOverspent();
  }

  /**
   * Returns the limit that prevents a request of this size about the answer; empty if the request
   * is allowed. The request turns the answer into a record or compares it with its quotes. Together
   * with the closing call, these requests may exceed the limit of model calls by one call. The
   * comparison is optional, so it must not exceed the limits of tokens and cost.
   */
  public Optional<StopReason> limitReachedAfterAnswer(String role, int requestTokens) {
    if (remaining().timeout().isZero()) {
      return Optional.of(StopReason.DEADLINE);
    }
    if (modelCalls > budget.maxModelCalls()) {
      return Optional.of(StopReason.MODEL_CALL_LIMIT);
    }
    boolean isCheck = role.equals(ModelsByRole.CHECK);
    boolean isTotal = isCheck && exceedsTotal(requestTokens);
    if (isOverspent() || isTotal || (isCheck && exceedsCost(role, requestTokens))) {
      boolean isCost = isCheck ? !isTotal : cost > budget.cost().orElse(Double.MAX_VALUE);
      return Optional.of(isCost ? StopReason.COST_LIMIT : StopReason.TOKEN_BUDGET);
    }
    return withReserve(requestTokens) > windowTokens
        ? Optional.of(StopReason.CONTEXT_LIMIT)
        : Optional.empty();
  }

  private int maxModelCalls() {
    return Math.max(1, budget.maxModelCalls() - callsAfterAnswer);
  }

  /**
   * Returns the number of tokens of the context window that earlier questions may use. This is half
   * of the space that remains after the tools, an answer, and one more observation.
   */
  public int historyTokens(int toolTokens) {
    return Math.max(0, -excessTokens(toolTokens, true) / 2);
  }

  private boolean isOverspent() {
    return tokens > budget.totalTokens().orElse(Long.MAX_VALUE)
        || cost > budget.cost().orElse(Double.MAX_VALUE);
  }

  /**
   * Returns the maximum size of the corpus text in one more observation, in tokens.
   *
   * @param nextRequestTokens the size of the next request without that observation
   */
  int observationTokens(int nextRequestTokens) {
    int free = windowTokens - withReserve(nextRequestTokens) - OBSERVATION_OVERHEAD_TOKENS;
    return Math.min(windowTokens / 8, free);
  }

  /**
   * Estimates the number of turns in which tools may still be called.
   *
   * @param nextRequestTokens the size of the next request
   */
  int toolTurnsLeft(int nextRequestTokens) {
    long left = Math.min(budget.maxTurns() - turns, maxModelCalls() - modelCalls);
    left = Math.min(left, budget.maxToolCalls() - allToolCalls);
    if (budget.totalTokens().isPresent()) {
      long each = (long) nextRequestTokens + budget.reservedTokens();
      left = Math.min(left, (budget.totalTokens().getAsLong() - tokens) / Math.max(1, each));
    }
    if (budget.cost().isPresent()) {
      double each = estimateCost(ModelsByRole.MAIN, nextRequestTokens, 0, TYPICAL_OUTPUT_TOKENS);
      double calls = (budget.cost().getAsDouble() - cost) / Math.max(each, Double.MIN_NORMAL);
      left = Math.min(left, (long) Math.min(calls, Integer.MAX_VALUE));
    }
    return (int) Math.max(0, left);
  }

  /**
   * Whether the budget allows further calls of a role and the closing call after them.
   *
   * @param requestTokens the assumed size of each request
   */
  public boolean affords(String role, int calls, int requestTokens) {
    boolean isMain = role.equals(ModelsByRole.MAIN);
    long callTokens = (long) requestTokens + budget.reservedTokens();
    double allCost =
        calls * estimateCost(role, requestTokens, 0, TYPICAL_OUTPUT_TOKENS)
            + estimateCost(ModelsByRole.MAIN, requestTokens, 0, TYPICAL_OUTPUT_TOKENS);
    return !isTimeToClose()
        && (!isMain || calls <= budget.maxTurns() - turns)
        && calls <= maxModelCalls() - modelCalls
        && tokens + (calls + 1L) * callTokens <= budget.totalTokens().orElse(Long.MAX_VALUE)
        && cost + allCost <= budget.cost().orElse(Double.MAX_VALUE);
  }

  /** Returns the number of requests to the main model that are left, and the calls after them. */
  int turnsLeft() {
    return Math.min(budget.maxTurns() - turns, budget.maxModelCalls() - modelCalls);
  }

  /** Whether less than a quarter of the run's token budget is left; false if it is unlimited. */
  boolean areTokensShort() {
    return budget.totalTokens().isPresent()
        && budget.totalTokens().getAsLong() - tokens < budget.totalTokens().getAsLong() / 4;
  }

  private int maxObservationTokens() {
    return windowTokens / 8 + OBSERVATION_OVERHEAD_TOKENS;
  }

  private int withReserve(int requestTokens) {
    return requestTokens + closingTokens + reserved();
  }

  private int reserved() {
    return budget.reservedTokens();
  }

  private boolean exceedsTotal(int requestTokens) {
    long next = (long) requestTokens + budget.reservedTokens();
    return budget.totalTokens().isPresent()
        && tokens + reservedTokens + next > budget.totalTokens().getAsLong();
  }

  private boolean exceedsCost(String role, int requestTokens) {
    return budget.cost().isPresent()
        && cost + reservedCost + estimateCost(role, requestTokens, 0, TYPICAL_OUTPUT_TOKENS)
            > budget.cost().getAsDouble();
  }

  /** Returns the time reserved for the closing call: a tenth of the timeout, at most 30 seconds. */
  private Duration closingTime() {
    Duration tenth = budget.timeout().dividedBy(10);
    return tenth.compareTo(MAX_CLOSING_TIME) < 0 ? tenth : MAX_CLOSING_TIME;
  }
}
