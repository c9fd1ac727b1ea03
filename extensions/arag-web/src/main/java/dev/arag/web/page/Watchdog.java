package dev.arag.web.page;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Ends requests whose client does not send or does not read. The HTTP server of the JDK has no time
 * limit for one write. An interrupt closes the connection of the thread that waits for it.
 */
final class Watchdog implements AutoCloseable {
  private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
  private final long limitNanos;
  private final ScheduledExecutorService timer;

  Watchdog(Duration limit) {
    limitNanos = limit.toNanos();
    timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "arag-page-watchdog");
              thread.setDaemon(true);
              return thread;
            });
    long period = Math.max(1, limit.toMillis() / 4);
    var unused = timer.scheduleWithFixedDelay(this::check, period, period, TimeUnit.MILLISECONDS);
  }

  private void check() {
    long now = System.nanoTime();
    waits.forEach(wait -> wait.interruptIfLate(now));
  }

  /** A wait of a thread for its client. */
  private final class Wait {
    private final long start = System.nanoTime();
    private final Thread thread = Thread.currentThread();
    private boolean isOver;

    private synchronized void interruptIfLate(long now) {
      if (!isOver && now - start > limitNanos) {
        isOver = true;
        thread.interrupt();
      }
    }

    private synchronized void end() {
      isOver = true;
    }
  }

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
      return transfer.run();
    } finally {
      waits.remove(wait);
      wait.end();
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
