package dev.arag.agent.internal.observe;

import dev.arag.agent.RunEvent;
import dev.arag.agent.internal.concurrent.CallThreads;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Hands the events of a run to one subscriber, as many as it asked for, in order. */
public final class EventSubscription implements Flow.Subscription {
  private final Flow.Subscriber<? super RunEvent> subscriber;
  private final EventLog log;
  private volatile boolean isCancelled;
  private volatile @Nullable IllegalArgumentException wrongRequest;

  /** Only touched while the log is locked. */
  private long demanded;

  private EventSubscription(Flow.Subscriber<? super RunEvent> subscriber, EventLog log) {
    this.subscriber = subscriber;
    this.log = log;
  }

  public static void start(Flow.Subscriber<? super RunEvent> subscriber, EventLog log) {
    Objects.requireNonNull(subscriber, "subscriber");
    EventSubscription subscription = new EventSubscription(subscriber, log);
    CallThreads.start("arag-events", subscription::deliver);
  }

  @Override
  public void request(long count) {
    log.change(
        () -> {
          if (count <= 0) {
            wrongRequest =
                new IllegalArgumentException("At least one event must be asked for, was " + count);
          } else {
            demanded = demanded + count < 0 ? Long.MAX_VALUE : demanded + count;
          }
        });
  }

  @Override
  public void cancel() {
    log.change(() -> isCancelled = true);
  }

  private void deliver() {
    try {
      subscriber.onSubscribe(this);
      int next = 0;
      while (awaitsNext(next)) {
        subscriber.onNext(log.get(next));
        next++;
      }
      end();
    } catch (RuntimeException e) {
      // A subscriber that throws is not to be spoken to again.
      cancel();
    }
  }

  /** Waits until there is an event that was asked for; false if there will be none. */
  private boolean awaitsNext(int index) {
    log.await(() -> isOver() || (log.has(index) ? demanded > 0 : log.hasEnded()));
    if (isOver() || !log.has(index)) {
      return false;
    }
    log.change(() -> demanded--);
    return true;
  }

  private boolean isOver() {
    return isCancelled || wrongRequest != null;
  }

  private void end() {
    Throwable failure = wrongRequest == null ? log.failure() : wrongRequest;
    if (isCancelled) {
      return;
    }
    if (failure == null) {
      subscriber.onComplete();
    } else {
      subscriber.onError(failure);
    }
  }
}
