package dev.arag.agent.internal.observe;

import dev.arag.agent.event.RunEvent;
import dev.arag.core.internal.thread.CallThreads;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the events of a run to one subscriber in order, and no more than the subscriber
 * requested.
 */
public final class EventSubscription implements Flow.Subscription {
  private final Flow.Subscriber<? super RunEvent> subscriber;
  private final EventLog log;
  private volatile boolean isCancelled;
  private volatile @Nullable IllegalArgumentException invalidRequest;

  /**
   * The number of requested events that were not delivered yet. Accessed only while the log is
   * locked.
   */
  private long demand;

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
            invalidRequest =
                new IllegalArgumentException("The requested count must be >= 1, was " + count);
          } else {
            demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
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
      while (awaitNext(next)) {
        subscriber.onNext(log.get(next));
        next++;
      }
      end();
    } catch (RuntimeException e) {
      // A subscriber that throws receives no further signals (Reactive Streams, rule 2.13).
      cancel();
    }
  }

  /**
   * Waits until an event exists and is requested. Returns false if no further event will be
   * delivered.
   */
  private boolean awaitNext(int index) {
    log.await(() -> isOver() || (log.contains(index) ? demand > 0 : log.hasEnded()));
    if (isOver() || !log.contains(index)) {
      return false;
    }
    log.change(() -> demand--);
    return true;
  }

  private boolean isOver() {
    return isCancelled || invalidRequest != null;
  }

  private void end() {
    Throwable failure = invalidRequest == null ? log.failure() : invalidRequest;
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
