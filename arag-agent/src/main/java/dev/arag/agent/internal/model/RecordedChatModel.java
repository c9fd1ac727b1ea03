package dev.arag.agent.internal.model;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.model.Tokens;
import dev.arag.tools.Observation;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The models of a run that was recorded: replies as they did, in the same order, whatever is asked.
 * It also knows what else made the run what it was, the seed of its fences and the time each step
 * took, so that an agent built with it makes the same record again, byte by byte. For one run; not
 * safe for use by several threads.
 */
public final class RecordedChatModel implements ChatModel {
  private final long seed;
  private final Duration total;
  private final Deque<Move> moves = new ArrayDeque<>();
  private final List<Moment> moments = new ArrayList<>();
  private final List<Before> before;
  private int taken;
  private boolean hasBegun;

  /** A question of the conversation before the one that is made again. */
  public interface Before {
    /** As it was asked. */
    String question();

    /** The fields of the value that was asked for; empty if only words were. */
    String fields();

    /** The models of its run. */
    ChatModel replay();
  }

  /** A reply, a failure, or a failed attempt that somebody hears of and no reply yet. */
  private interface Move {
    Optional<Reply> make(Consumer<CallOptions.Retry> hears);
  }

  /**
   * @param rejection what the call of a tool was rejected with; empty if it was not
   */
  private record Moment(Duration elapsed, boolean isClosing, String rejection) {
    Moment(Duration elapsed, boolean isClosing) {
      this(elapsed, isClosing, "");
    }
  }

  /**
   * @param seed of the fences of the run
   * @param total how long the run took
   * @param before the questions before it in its conversation
   */
  public RecordedChatModel(long seed, Duration total, List<? extends Before> before) {
    this.seed = seed;
    this.total = total;
    this.before = List.copyOf(before);
  }

  /** The next step of the record was a reply. */
  public RecordedChatModel reply(Reply reply, Duration elapsed, boolean isClosing) {
    moments.add(new Moment(elapsed, isClosing));
    moves.add(hears -> Optional.of(asReceived(reply)));
    return this;
  }

  /** What was counted here where the server said nothing is counted again. */
  private static Reply asReceived(Reply reply) {
    Tokens tokens = reply.tokens();
    return tokens == null || !tokens.isEstimated() ? reply : reply.withTokens(null);
  }

  /** The next step of the record was a request that failed. */
  public RecordedChatModel fail(ModelException failure, Duration elapsed) {
    moments.add(new Moment(elapsed, false));
    moves.add(
        hears -> {
          throw failure;
        });
    return this;
  }

  /** The next step of the record was an attempt that failed and was followed by another one. */
  public RecordedChatModel retry(ModelException failure, Duration pause, Duration elapsed) {
    moments.add(new Moment(elapsed, false));
    moves.add(
        hears -> {
          hears.accept(new CallOptions.Retry(failure, pause, elapsed));
          return Optional.empty();
        });
    return this;
  }

  /** The next step of the record asked no model. */
  public RecordedChatModel pause(Duration elapsed) {
    moments.add(new Moment(elapsed, false));
    return this;
  }

  /** The next step of the record was the call of a tool. */
  public RecordedChatModel call(Observation observation, Duration elapsed) {
    boolean isRejected = observation instanceof Observation.Rejected;
    moments.add(new Moment(elapsed, false, isRejected ? observation.text() : ""));
    return this;
  }

  /** What the call that is the next step was rejected with; empty if it was not. */
  public String nextRejection() {
    return taken < moments.size() ? moments.get(taken).rejection() : "";
  }

  /**
   * The next reply.
   *
   * @param onRetry hears of the failed attempts before it
   * @throws ModelException if the request failed, or the record has ended
   */
  Reply next(Consumer<CallOptions.Retry> onRetry) {
    while (!moves.isEmpty()) {
      Optional<Reply> reply = moves.remove().make(onRetry);
      if (reply.isPresent()) {
        return reply.get();
      }
    }
    throw new ModelException(
        "The record has no further reply: the run goes another way than the recorded one.",
        null,
        false);
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    return LangChain4jMessages.toLangChain4j(next(retry -> {}));
  }

  /** The questions that came before in the conversation, first one first. */
  public List<Before> before() {
    return before;
  }

  /** What the codes of the fences were drawn from. */
  public long seed() {
    return seed;
  }

  /** How long the step took that the run has now taken again. */
  public Duration takeStep() {
    return taken < moments.size() ? moments.get(taken++).elapsed() : Duration.ZERO;
  }

  /**
   * The time of the record, from 0: as far as the steps taken again had come. A closing call comes
   * as late as it came, as it may be there for want of time.
   */
  public long nanoTime() {
    if (!hasBegun) {
      hasBegun = true;
      return 0;
    }
    if (taken == moments.size()) {
      return total.toNanos();
    }
    Duration left = sum(moments.subList(taken, moments.size()));
    return moments.get(taken).isClosing()
        ? Math.max(0, total.minus(left).toNanos())
        : sum(moments.subList(0, taken)).toNanos();
  }

  private static Duration sum(List<Moment> moments) {
    return moments.stream().map(Moment::elapsed).reduce(Duration.ZERO, Duration::plus);
  }
}
