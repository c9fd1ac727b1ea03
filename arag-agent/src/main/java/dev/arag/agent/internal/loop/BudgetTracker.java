package dev.arag.agent.internal.loop;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.budget.Spent;
import dev.arag.agent.internal.run.RunSession;
import dev.arag.agent.model.Tokens;
import dev.arag.agent.trajectory.StopReason;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** The budget of one run and how much of it is used. */
public final class BudgetTracker {
  /** Formatting around the corpus text of an observation: fence, ids, counts, notes. */
  private static final int OBSERVATION_OVERHEAD = 200;

  /** What a call is taken to put out when it is asked whether its cost can be borne. */
  private static final int USUAL_OUTPUT = 1_000;

  private static final Duration MOST_CLOSING_TIME = Duration.ofSeconds(30);

  /** For one who follows the run, when its time is over. */
  private static final Duration MOMENT = Duration.ofMillis(250);

  private final Budget budget;
  private final int closingTokens;
  private final int turnsOnTop;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private final Map<String, Integer> toolCalls = new HashMap<>();
  private int allToolCalls;
  private int turns;
  private long tokens;
  private double cost;
  private int window;

  /**
   * @param closingTokens size of the message the closing call adds
   * @param turnsOnTop turns the strategy may not use, as something follows its answer
   */
  public BudgetTracker(Budget budget, int closingTokens, int turnsOnTop, LongSupplier nanoTime) {
    this.budget = budget;
    this.closingTokens = closingTokens;
    this.turnsOnTop = turnsOnTop;
    this.nanoTime = nanoTime;
    startNanos = nanoTime.getAsLong();
    window = budget.contextTokens();
  }

  public Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - startNanos);
  }

  public Budget remaining() {
    return budget.minus(new Spent(turns, toolCalls, tokens, cost, elapsed()));
  }

  public int turns() {
    return turns;
  }

  public void addTurn() {
    turns++;
  }

  public void addTokens(String role, Tokens used) {
    tokens += used.input() + used.output();
    cost += costOf(role, used.input(), used.cachedInput(), used.output());
  }

  private double costOf(String role, long input, long cachedInput, long output) {
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

  /** The server takes less than was thought: from now on requests of at most this size are sent. */
  public void learnWindow(int requestTokens) {
    window = Math.min(window, requestTokens + closingTokens + reserved());
  }

  /**
   * Why the next request may not be made; empty if it may.
   *
   * @param mayCall whether tools are offered in it
   */
  public Optional<StopReason> reached(String role, int requestTokens, boolean mayCall) {
    if (isTimeToClose()) {
      return Optional.of(StopReason.DEADLINE);
    }
    if (turns >= maxTurns()) {
      return Optional.of(StopReason.TURN_LIMIT);
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
    return lacking(requestTokens, mayCall) > 0
        ? Optional.of(StopReason.CONTEXT_LIMIT)
        : Optional.empty();
  }

  /** By how many tokens a request is too large; 0 or less if it fits. */
  public int lacking(int requestTokens, boolean mayCall) {
    // One more observation must fit before the closing call.
    int growth = mayCall ? mostObserved() : 0;
    return withAnswer(requestTokens + growth) - window;
  }

  /** Whether the next request may be too large with one more observation in it. */
  boolean mayLack(int nextRequestTokens) {
    return lacking(nextRequestTokens + mostObserved(), true) > 0;
  }

  /** How many tokens are freed at once when room is made: a quarter of the window. */
  public int freedAtOnce() {
    return window / 4;
  }

  boolean isTimeToClose() {
    return remaining().timeout().compareTo(closingTime()) <= 0;
  }

  /** The time a call before the closing call may take. */
  public Duration timeForTurn() {
    Duration left = remaining().timeout().minus(closingTime());
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** How long one who follows the run may hold it up, so that it can still end in time. */
  public Duration timeForObserver() {
    Duration left = isTimeToClose() ? remaining().timeout() : timeForTurn();
    return left.compareTo(MOMENT) < 0 ? MOMENT : left;
  }

  /**
   * Whether the closing call can still be made on a request of this size. It may be the one call
   * that exceeds tokens or money, but not the second.
   */
  public boolean allowsClosing(int requestTokens) {
    return !remaining().timeout().isZero() && withAnswer(requestTokens) <= window && !isOverspent();
  }

  /**
   * Why an answer may not be put into a form by a request of this size; empty if it may. At most
   * one of the closing call and of such requests comes on top of all turns.
   */
  public Optional<StopReason> forbidsForm(int requestTokens) {
    if (remaining().timeout().isZero()) {
      return Optional.of(StopReason.DEADLINE);
    }
    if (turns > budget.maxTurns()) {
      return Optional.of(StopReason.TURN_LIMIT);
    }
    if (isOverspent()) {
      boolean isOfMoney = cost > budget.cost().orElse(Double.MAX_VALUE);
      return Optional.of(isOfMoney ? StopReason.COST_LIMIT : StopReason.TOKEN_BUDGET);
    }
    return withAnswer(requestTokens) > window
        ? Optional.of(StopReason.CONTEXT_LIMIT)
        : Optional.empty();
  }

  private int maxTurns() {
    return Math.max(1, budget.maxTurns() - turnsOnTop);
  }

  /**
   * How much of the window earlier questions may take: half of what is left beside the tools, an
   * answer, and one more observation.
   */
  public int historyTokens(int toolTokens) {
    return Math.max(0, -lacking(toolTokens, true) / 2);
  }

  private boolean isOverspent() {
    return tokens > budget.totalTokens().orElse(Long.MAX_VALUE)
        || cost > budget.cost().orElse(Double.MAX_VALUE);
  }

  /** How much corpus text one more observation may hold when the next request is this large. */
  int observationTokens(int nextRequestTokens) {
    int room = window - withAnswer(nextRequestTokens) - OBSERVATION_OVERHEAD;
    return Math.min(window / 8, room);
  }

  /**
   * In how many more turns tools may be called, as far as can be told.
   *
   * @param nextRequestTokens size of the next request
   */
  int toolTurnsLeft(int nextRequestTokens) {
    long left = Math.min(maxTurns() - turns, budget.maxToolCalls() - allToolCalls);
    if (budget.totalTokens().isPresent()) {
      long each = (long) nextRequestTokens + budget.reservedTokens();
      left = Math.min(left, (budget.totalTokens().getAsLong() - tokens) / Math.max(1, each));
    }
    if (budget.cost().isPresent()) {
      double each = costOf(RunSession.MAIN_ROLE, nextRequestTokens, 0, USUAL_OUTPUT);
      double calls = (budget.cost().getAsDouble() - cost) / Math.max(each, Double.MIN_NORMAL);
      left = Math.min(left, (long) Math.min(calls, Integer.MAX_VALUE));
    }
    return (int) Math.max(0, left);
  }

  /** Whether less than a quarter of the tokens of the run is left. */
  boolean areTokensShort() {
    return budget.totalTokens().isPresent()
        && budget.totalTokens().getAsLong() - tokens < budget.totalTokens().getAsLong() / 4;
  }

  private int mostObserved() {
    return window / 8 + OBSERVATION_OVERHEAD;
  }

  private int withAnswer(int requestTokens) {
    return requestTokens + closingTokens + reserved();
  }

  private int reserved() {
    return budget.reservedTokens();
  }

  private boolean exceedsTotal(int requestTokens) {
    long next = (long) requestTokens + budget.reservedTokens();
    return budget.totalTokens().isPresent() && tokens + next > budget.totalTokens().getAsLong();
  }

  private boolean exceedsCost(String role, int requestTokens) {
    return budget.cost().isPresent()
        && cost + costOf(role, requestTokens, 0, USUAL_OUTPUT) > budget.cost().getAsDouble();
  }

  /** Kept for the closing call: a tenth of the time, at most half a minute. */
  private Duration closingTime() {
    Duration tenth = budget.timeout().dividedBy(10);
    return tenth.compareTo(MOST_CLOSING_TIME) < 0 ? tenth : MOST_CLOSING_TIME;
  }
}
