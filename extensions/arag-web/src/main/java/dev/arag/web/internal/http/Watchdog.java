package dev.arag.web.internal.http;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Ends requests whose client does not send or does not read. If many requests are unauthenticated
 * and none of them makes progress, it ends them sooner. The HTTP server of the JDK has no time
 * limit for one write. Interrupting a thread that waits for its client closes the connection.
 */
final class Watchdog implements AutoCloseable {
  /** The time after which unauthenticated requests without progress are slow. */
  private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long MAX_PERIOD_MILLIS = 250;

  private final Set<Wait> waits = ConcurrentHashMap.newKeySet();

  private final Map<Thread, Wait> unauthenticated = new HashMap<>();

  /** When a request was last admitted or answered. */
  private volatile long lastProgress = System.nanoTime();

  private final int maxUnauthenticated;
  private final long limitNanos;
  private final ScheduledExecutorService timer;

  Watchdog(Duration limit, int maxUnauthenticated) {
    this.maxUnauthenticated = maxUnauthenticated;
    limitNanos = limit.toNanos();
    timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "arag-http-watchdog");
              thread.setDaemon(true);
              return thread;
            });
    long period = Math.max(1, Math.min(MAX_PERIOD_MILLIS, limit.toMillis() / 4));
    var unused = timer.scheduleWithFixedDelay(this::check, period, period, TimeUnit.MILLISECONDS);
  }

  private void check() {
    long now = System.nanoTime();
    waits.stream().filter(wait -> now - wait.start > limitNanos).forEach(Wait::interrupt);
    endStalled(now);
  }

  /** A burst of requests makes progress even on a busy machine; requests of slow clients do not. */
  private void endStalled(long now) {
    synchronized (unauthenticated) {
      if (unauthenticated.size() >= maxUnauthenticated && now - lastProgress > STALL_NANOS) {
        unauthenticated.values().stream()
            .filter(wait -> now - wait.start > STALL_NANOS)
            .forEach(Wait::interrupt);
      }
    }
  }

  /** A wait of a thread for its client. It ends once: by itself, or with an interrupt. */
  private static final class Wait {
    private final long start = System.nanoTime();
    private final Thread thread = Thread.currentThread();
    private boolean isOver;
    private boolean isInterrupted;

    private synchronized void interrupt() {
      if (!isOver) {
        isOver = true;
        isInterrupted = true;
        thread.interrupt();
      }
    }

    /** Returns whether the wait was not interrupted. */
    private synchronized boolean end() {
      isOver = true;
      return !isInterrupted;
    }
  }

  // Requests

  /**
   * Runs an exchange, which is unauthenticated until {@link #admit} is called on this thread. Until
   * then, its whole time is limited.
   */
  void run(Runnable exchange) {
    begin();
    try {
      exchange.run();
    } finally {
      var unused = end();
      unused = Thread.interrupted();
    }
  }

  /** Runs an exchange in such a way that its connection is closed. */
  static void refuse(Runnable exchange) {
    Thread.currentThread().interrupt();
    try {
      exchange.run();
    } finally {
      var unused = Thread.interrupted();
    }
  }

  private void begin() {
    Wait wait = new Wait();
    waits.add(wait);
    synchronized (unauthenticated) {
      unauthenticated.put(wait.thread, wait);
    }
  }

  /** Returns whether the exchange of this thread was unauthenticated and was not ended. */
  private boolean end() {
    Wait wait;
    synchronized (unauthenticated) {
      wait = unauthenticated.remove(Thread.currentThread());
    }
    if (wait == null) {
      return false;
    }
    waits.remove(wait);
    boolean isServed = wait.end();
    if (isServed) {
      lastProgress = System.nanoTime();
    }
    return isServed;
  }

  /**
   * Ends the limits of an unauthenticated exchange. Called once, on the thread of the exchange.
   *
   * @throws IOException if the exchange was ended
   */
  void admit() throws IOException {
    if (!end()) {
      throw ended();
    }
  }

  private static IOException ended() {
    return new IOException("The client was too slow, or too many others were waiting.");
  }

  // Transfers

  /** Reads from a client, or writes to it. */
  @FunctionalInterface
  interface Transfer<T> {
    T run() throws IOException;
  }

  /** Limits the time of a transfer on the caller's thread. */
  <T> T limit(Transfer<T> transfer) throws IOException {
    Wait wait = new Wait();
    waits.add(wait);
    try {
      T result = transfer.run();
      // The interrupt must not reach what the thread does next.
      if (!wait.end()) {
        throw ended();
      }
      return result;
    } finally {
      waits.remove(wait);
      var unused = wait.end();
    }
  }

  /** Returns a stream that limits the time of each write. */
  OutputStream limit(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        limit(
            () -> {
              out.write(bytes, offset, length);
              return length;
            });
      }

      @Override
      public void flush() throws IOException {
        limit(
            () -> {
              out.flush();
              return 0;
            });
      }

      @Override
      public void close() throws IOException {
        limit(
            () -> {
              out.close();
              return 0;
            });
      }
    };
  }

  /** Returns a stream that limits the time of each read. */
  InputStream limit(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read() throws IOException {
        return limit(() -> in.read());
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return limit(() -> in.read(bytes, offset, length));
      }
    };
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
