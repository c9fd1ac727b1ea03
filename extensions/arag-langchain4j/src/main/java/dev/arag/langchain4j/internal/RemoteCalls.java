package dev.arag.langchain4j.internal;

import dev.arag.agent.internal.concurrent.TimedCalls;
import dev.arag.agent.internal.failure.FailureClassification;
import dev.arag.agent.internal.model.Backoff;
import dev.arag.core.error.AragException;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.internal.failure.Causes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Calls of a remote embedding model: several at the same time, at a limited rate, and repeated
 * after transient failures. Thread-safe.
 */
public final class RemoteCalls {
  private static final System.Logger LOG = System.getLogger("dev.arag.langchain4j");

  /** The failures that a repetition cannot mend. All others are repeated. */
  private static final Set<String> PERMANENT =
      Set.of("quota", "authentication", "not_found", "proxy", "redirect", "tls");

  /** The failures that depend on the texts. */
  private static final Set<String> REJECTED =
      Set.of("bad_request", "context_overflow", "content_filter");

  private final String model;
  private final int parallelCalls;
  private final int retries;
  private final Duration requestTimeout;
  private final long intervalNanos;
  private final TimedCalls threads = new TimedCalls();
  private long nextNanos = System.nanoTime();
  private volatile boolean isClosed;

  /**
   * @param model the name of the model for messages
   * @param intervalNanos the least time between the starts of two requests
   */
  public RemoteCalls(
      String model, int parallelCalls, int retries, Duration requestTimeout, long intervalNanos) {
    this.model = model;
    this.parallelCalls = parallelCalls;
    this.retries = retries;
    this.requestTimeout = requestTimeout;
    this.intervalNanos = intervalNanos;
  }

  /** Whether another attempt may succeed after a failure of an embedding model. */
  static boolean isRetriable(RuntimeException failure) {
    String type = FailureClassification.of(failure).type();
    return !PERMANENT.contains(type) && !REJECTED.contains(type);
  }

  /** Whether the model rejected the texts, so that some of them may be accepted alone. */
  public static boolean isRejected(RuntimeException failure) {
    return REJECTED.contains(FailureClassification.of(failure).type());
  }

  /** No attempt begins after this call. */
  public void close() {
    isClosed = true;
  }

  /**
   * Applies a function to all inputs. The first failure interrupts the other calls.
   *
   * @return the results in the order of the inputs
   */
  public <T, R> List<R> all(List<T> inputs, Function<T, R> work) {
    List<TimedCalls.Call<R>> calls = new ArrayList<>();
    for (T input : inputs) {
      int index = calls.size();
      calls.add(
          new TimedCalls.Call<>(
              () -> {
                try {
                  return work.apply(input);
                } catch (RuntimeException e) {
                  // The waiting thread throws it and ends the other calls.
                  calls.get(index).report(() -> rethrow(e));
                  throw e;
                }
              },
              UnaryOperator.identity()));
    }
    threads.run(List.copyOf(calls), () -> parallelCalls, Duration.ofDays(365));
    return calls.stream().map(call -> result(call, Duration.ZERO)).toList();
  }

  private static void rethrow(RuntimeException failure) {
    throw failure;
  }

  /** Makes a call, with all its attempts, within a time limit. */
  public <T> T within(Duration limit, Supplier<T> work) {
    TimedCalls.Call<T> call = new TimedCalls.Call<>(work::get, UnaryOperator.identity());
    threads.run(List.of(call), () -> 1, limit);
    return result(call, limit);
  }

  private <T> T result(TimedCalls.Call<T> call, Duration limit) {
    Throwable failure = call.failure();
    if (failure == null) {
      return Objects.requireNonNull(call.value());
    }
    if (failure instanceof TimeoutException) {
      throw new EmbeddingException(
          "The embedding model %s did not answer within %s s. Check its server, or allow more time."
              .formatted(model, limit.toMillis() / 1000.0),
          failure,
          true,
          null);
    }
    if (failure instanceof InterruptedException) {
      throw interrupted(failure);
    }
    if (failure instanceof RejectedExecutionException) {
      throw new EmbeddingException("The embedding model was not called. " + failure, failure);
    }
    throw Causes.unchecked(new ExecutionException(failure));
  }

  private static EmbeddingException interrupted(Throwable cause) {
    return new EmbeddingException("Embedding was interrupted. No vector was returned.", cause);
  }

  /** Makes a request, and repeats it after transient failures. */
  public <T> T retry(Supplier<T> request) {
    for (int attempt = 1; ; attempt++) {
      awaitTurn();
      try {
        return within(requestTimeout, request);
      } catch (RuntimeException e) {
        if (Thread.currentThread().isInterrupted()) {
          throw e;
        }
        pause(attempt, e);
      }
    }
  }

  /** Waits before the next attempt, or throws the failure if there is none. */
  private void pause(int attempt, RuntimeException failure) {
    FailureClassification found = FailureClassification.of(failure);
    boolean isTransient =
        found.isRetriable() || (failure instanceof AragException each && each.isRetriable());
    Optional<Duration> asked =
        failure instanceof EmbeddingException each ? each.retryAfter() : Optional.empty();
    Duration pause = Backoff.delay(attempt, asked, () -> ThreadLocalRandom.current().nextDouble());
    if (!isTransient || attempt > retries || pause.compareTo(Backoff.MAX_SERVER_DELAY) > 0) {
      throw failure;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "The embedding model {0} failed ({1}). Attempt {2} of {3} follows in {4} ms.",
        model,
        found.type(),
        attempt + 1,
        retries + 1,
        pause.toMillis());
    if (asked.isPresent() || found.type().equals("rate_limit")) {
      synchronized (this) {
        nextNanos = Math.max(nextNanos, System.nanoTime() + pause.toNanos());
      }
    } else {
      sleep(pause.toNanos());
    }
  }

  /** Waits until the rate permits another request. */
  private void awaitTurn() {
    long wait;
    synchronized (this) {
      long now = System.nanoTime();
      long start = Math.max(now, nextNanos);
      nextNanos = start + intervalNanos;
      wait = start - now;
    }
    sleep(wait);
    if (isClosed) {
      throw new IllegalStateException("The embedder " + model + " is closed.");
    }
  }

  private static void sleep(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    }
  }
}
