package dev.arag.web.internal.stream;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Run;
import dev.arag.agent.event.RunEvent;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Writes a run as server-sent events while it works. If writing fails, if the thread is
 * interrupted, or if more than 512 Ki characters of the answer wait for a slow reader, the run is
 * cancelled.
 */
public final class EventWriter {
  private static final String LAST = "[DONE]";

  /** How much text of the answer may wait for the reader, in characters. */
  private static final int MAX_WAITING = 512 * 1024;

  private EventWriter() {}

  /** Turns the events of one run into data, each of which is one line. Not thread-safe. */
  public interface Parts {
    void add(RunEvent event);

    /** Adds the last parts. Waits for the end of the run. */
    void end(Run run);

    /** Removes and returns the parts that were added. */
    List<String> take();

    /** Returns the time until {@link #sendDraftIfDue} must be called. */
    default long nanosUntilDraft() {
      return Long.MAX_VALUE;
    }

    default void sendDraftIfDue() {}

    /** Whether the last part is an error that clients find by the name of its event. */
    default boolean isFailed() {
      return false;
    }
  }

  /** Receives the data of the events. */
  public interface Sink {
    void send(String data) throws IOException;

    /** Is called after each group of events. */
    default void flush() throws IOException {}

    /** Is called when nothing was sent for a while. */
    default void idle() throws IOException {}
  }

  /**
   * Writes all events, and returns when the run has ended. Each event is flushed.
   *
   * @param heartbeat the pause after which a comment is written
   * @param out not closed
   */
  public static void write(Run run, Parts parts, Duration heartbeat, OutputStream out)
      throws IOException {
    requireNonNull(out, "out");
    send(
        run,
        parts,
        heartbeat,
        new Sink() {
          @Override
          public void send(String data) throws IOException {
            String name = parts.isFailed() && !data.equals(LAST) ? "event: error\n" : "";
            out.write((name + "data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
          }

          @Override
          public void flush() throws IOException {
            out.flush();
          }

          @Override
          public void idle() throws IOException {
            out.write(": \n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
          }
        });
  }

  /** Sends the data of all events to a sink, and returns when the run has ended. */
  public static void send(Run run, Parts parts, Duration heartbeat, Sink sink) throws IOException {
    EventQueue events = new EventQueue(run);
    boolean isSent = false;
    try {
      run.events().subscribe(events);
      sendUntilTheEnd(events, parts, heartbeat.toNanos(), sink);
      parts.end(run);
      sendNew(parts, sink);
      sink.send(LAST);
      sink.flush();
      isSent = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("Writing the stream was interrupted; the run is cancelled.");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      if (!isSent) {
        events.cancel();
        run.cancel();
      }
    }
  }

  private static void sendUntilTheEnd(
      EventQueue events, Parts parts, long heartbeatNanos, Sink sink)
      throws IOException, InterruptedException {
    sendNew(parts, sink);
    long lastSent = System.nanoTime();
    while (true) {
      long untilIdle = heartbeatNanos - (System.nanoTime() - lastSent);
      Item item = events.poll(Math.min(untilIdle, parts.nanosUntilDraft()));
      if (item == null) {
        parts.sendDraftIfDue();
      } else if (item.event() == null) {
        return;
      } else {
        parts.add(item.event());
      }
      if (sendNew(parts, sink)) {
        lastSent = System.nanoTime();
      } else if (System.nanoTime() - lastSent >= heartbeatNanos) {
        sink.idle();
        lastSent = System.nanoTime();
      }
    }
  }

  /** Sends the new parts. Returns false if there are none. */
  private static boolean sendNew(Parts parts, Sink sink) throws IOException {
    List<String> data = parts.take();
    for (String each : data) {
      sink.send(each);
    }
    if (!data.isEmpty()) {
      sink.flush();
    }
    return !data.isEmpty();
  }

  /**
   * An element of the queue.
   *
   * @param event the event; null at the end of the run
   */
  private record Item(@Nullable RunEvent event) {}

  /** The events of a run that were not sent yet. */
  private static final class EventQueue implements Flow.Subscriber<RunEvent> {
    private final BlockingQueue<Item> events = new LinkedBlockingQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Run run;
    private volatile Flow.@Nullable Subscription subscription;

    EventQueue(Run run) {
      this.run = run;
    }

    /** Returns the next item; null if there is none within the given time. */
    @Nullable Item poll(long nanos) throws InterruptedException {
      Item item = events.poll(nanos, TimeUnit.NANOSECONDS);
      if (item != null && item.event() instanceof RunEvent.AnswerText part) {
        waiting.addAndGet(-part.text().length());
      }
      return item;
    }

    void cancel() {
      Flow.Subscription started = subscription;
      if (started != null) {
        started.cancel();
      }
    }

    @Override
    public void onSubscribe(Flow.Subscription started) {
      subscription = started;
      started.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(RunEvent event) {
      events.add(new Item(event));
      // An answer that arrives as a whole may be longer than the limit.
      if (event instanceof RunEvent.AnswerText part
          && waiting.getAndAdd(part.text().length()) > MAX_WAITING) {
        run.cancel();
      }
    }

    @Override
    public void onError(Throwable failure) {
      events.add(new Item(null));
    }

    @Override
    public void onComplete() {
      events.add(new Item(null));
    }
  }
}
