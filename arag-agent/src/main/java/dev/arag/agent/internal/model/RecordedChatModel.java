package dev.arag.agent.internal.model;

import dev.arag.agent.citation.Claim;
import dev.arag.agent.internal.concurrent.TimedCalls;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.tools.call.Observation;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A chat model that replays a recorded run. It returns the recorded replies in order, regardless of
 * the requests. It also contains the seed of the fence codes and the duration of each step, so an
 * agent with this model produces a byte-for-byte identical trajectory. Use an instance for one run
 * only. Not thread-safe.
 */
public final class RecordedChatModel implements ChatModel, ModelClient {
  private static final ModelName NAME = new ModelName(null, "other");
  private static final Duration UNLIMITED = Duration.ofDays(365);

  private final long seed;
  private final Duration total;
  private final Deque<Action> actions = new ArrayDeque<>();
  private final List<Timing> timings = new ArrayList<>();
  private final List<?> earlier;
  private final List<Claim> claims;
  private final TimedCalls threads = new TimedCalls();
  private OptionalInt lastGroup = OptionalInt.empty();

  /** A recorded event: a reply, a failure, or a retry. A retry returns no reply. */
  private interface Action {
    Optional<Reply> run(Consumer<CallOptions.FailedAttempt> onRetry);
  }

  /**
   * The recorded time of one step.
   *
   * @param clock the time by which the step advances the clock; zero if this time is part of the
   *     time of another step
   * @param rejection the observation of a rejected tool call; empty for any other step
   */
  private record Timing(Duration elapsed, Duration clock, boolean isClosing, String rejection) {}

  /**
   * @param seed the seed of the run's fence codes
   * @param total the duration of the run
   * @param earlier the recorded runs of the conversation's earlier questions, in order
   * @param claims the claims of the recorded answer, of which some may have needed no request
   */
  public RecordedChatModel(long seed, Duration total, List<?> earlier, List<Claim> claims) {
    this.seed = seed;
    this.total = total;
    this.earlier = List.copyOf(earlier);
    this.claims = List.copyOf(claims);
  }

  /**
   * Records a reply.
   *
   * @param group the group of calls that were made at the same time; empty if there is none
   */
  public RecordedChatModel reply(
      Reply reply, Duration elapsed, boolean isClosing, OptionalInt group) {
    timings.add(new Timing(elapsed, clockTime(elapsed, group), isClosing, ""));
    actions.add(onRetry -> Optional.of(asReceived(reply)));
    return this;
  }

  /** Removes an estimated token count, because the replayed run makes the same estimate again. */
  private static Reply asReceived(Reply reply) {
    Reply.Tokens tokens = reply.tokens();
    return tokens == null || !tokens.isEstimated() ? reply : reply.withTokens(null);
  }

  /** All calls of a group have the time of the group, so only the first one advances the clock. */
  private Duration clockTime(Duration elapsed, OptionalInt group) {
    boolean isCounted = group.isPresent() && group.equals(lastGroup);
    lastGroup = group;
    return isCounted ? Duration.ZERO : elapsed;
  }

  /**
   * Records a failed request.
   *
   * @param group the group of calls that were made at the same time; empty if there is none
   */
  public RecordedChatModel fail(ModelException failure, Duration elapsed, OptionalInt group) {
    timings.add(new Timing(elapsed, clockTime(elapsed, group), false, ""));
    actions.add(
        onRetry -> {
          throw failure;
        });
    return this;
  }

  /** Records a failed attempt that was retried. Its time is part of the time of its call. */
  public RecordedChatModel retry(ModelException failure, Duration pause, Duration elapsed) {
    timings.add(new Timing(elapsed, Duration.ZERO, false, ""));
    actions.add(
        onRetry -> {
          onRetry.accept(new CallOptions.FailedAttempt(failure, pause, elapsed));
          return Optional.empty();
        });
    return this;
  }

  /** Records a step without a model call. */
  public RecordedChatModel pause(Duration elapsed) {
    timings.add(new Timing(elapsed, elapsed, false, ""));
    return this;
  }

  /** Records a tool call. */
  public RecordedChatModel call(Observation observation, Duration elapsed) {
    boolean isRejected = observation instanceof Observation.Rejected;
    timings.add(new Timing(elapsed, elapsed, false, isRejected ? observation.text() : ""));
    return this;
  }

  /**
   * Returns the next reply.
   *
   * @param onRetry is called for each recorded retry before the reply
   * @throws ModelException if a failed request was recorded, or if there is no further reply
   */
  private Reply next(Consumer<CallOptions.FailedAttempt> onRetry) {
    while (!actions.isEmpty()) {
      Optional<Reply> reply = actions.remove().run(onRetry);
      if (reply.isPresent()) {
        return reply.get();
      }
    }
    throw new ModelException(
        "The trajectory contains no further reply because this run differs from the recorded run.",
        null,
        false);
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    return LangChain4jMessages.toLangChain4j(next(retry -> {}));
  }

  @Override
  public Reply call(Request request, CallOptions options) {
    return next(options.onRetry());
  }

  @Override
  public ModelName name() {
    return NAME;
  }

  @Override
  public TimedCalls threads() {
    return threads;
  }

  /** Recorded replies must be taken in the order in which they were recorded. */
  @Override
  public boolean isOrdered() {
    return true;
  }

  @Override
  public RunClock clock(RunClock live) {
    return new RecordedClock();
  }

  @Override
  public <T> List<T> earlier(Class<T> type) {
    return earlier.stream().<T>map(type::cast).toList();
  }

  @Override
  public List<Claim> recordedClaims() {
    return claims;
  }

  /** The recorded times of the run. */
  private final class RecordedClock extends RunClock {
    private int taken;
    private boolean isStarted;

    /** The time in which several child runs took place, which are replayed one after another. */
    private Duration overlap = Duration.ZERO;

    RecordedClock() {
      super(System::nanoTime);
    }

    @Override
    public long seed() {
      return seed;
    }

    /** Returns the recorded duration of the next step and advances to the step after it. */
    @Override
    public Duration timeOfStep(Duration measured) {
      return taken < timings.size() ? timings.get(taken++).elapsed() : Duration.ZERO;
    }

    /** The recorded time that was left is no limit, because a replay takes its own time. */
    @Override
    public Duration limit(Duration left) {
      return UNLIMITED;
    }

    @Override
    public UnaryOperator<Runnable> context(UnaryOperator<Runnable> live) {
      return UnaryOperator.identity();
    }

    @Override
    public boolean isRejected(String rejection) {
      return taken < timings.size() && timings.get(taken).rejection().startsWith(rejection);
    }

    /**
     * Returns the recorded time between the start of the run and the current step. The time before
     * a closing call is computed from the end of the run, so that the closing call starts exactly
     * as late as recorded. Otherwise a time limit that caused the closing call might not be
     * reached.
     */
    @Override
    public long nanoTime() {
      if (!isStarted) {
        isStarted = true;
        return 0;
      }
      if (taken == timings.size()) {
        return total.toNanos();
      }
      Duration left = sum(timings.subList(taken, timings.size()));
      return timings.get(taken).isClosing()
          ? Math.max(0, total.minus(left).toNanos())
          : childNanoTime() - overlap.toNanos();
    }

    @Override
    public long childNanoTime() {
      return sum(timings.subList(0, taken)).toNanos();
    }

    @Override
    public void overlap(List<Duration> durations, int width) {
      PriorityQueue<Duration> ends = new PriorityQueue<>();
      Duration last = Duration.ZERO;
      for (Duration each : durations) {
        Duration end = (ends.size() < width ? Duration.ZERO : ends.remove()).plus(each);
        ends.add(end);
        last = end.compareTo(last) > 0 ? end : last;
        overlap = overlap.plus(each);
      }
      overlap = overlap.minus(last);
    }

    private static Duration sum(List<Timing> timings) {
      return timings.stream().map(Timing::clock).reduce(Duration.ZERO, Duration::plus);
    }
  }
}
