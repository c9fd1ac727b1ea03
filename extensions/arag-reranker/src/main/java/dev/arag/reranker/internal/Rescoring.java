package dev.arag.reranker.internal;

import dev.arag.core.internal.hash.Sha256;
import dev.arag.core.internal.string.Truncation;
import dev.arag.core.internal.thread.CallThreads;
import dev.arag.reranker.spi.Reranker;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Orders passages by the scores of a reranker, within a limit on time. Thread-safe. */
public final class Rescoring {
  /** The number of orders that are kept. */
  public static final int REMEMBERED = 64;

  /** If this many calls run on although they were interrupted, the reranker is not called. */
  private static final int MAX_ABANDONED = 16;

  private static final int MAX_MESSAGE = 300;
  private static final System.Logger LOG = System.getLogger("dev.arag.reranker");

  private final Reranker reranker;
  private final int maxPairs;
  private final Duration timeout;
  private final AtomicBoolean isFailing = new AtomicBoolean();
  private final AtomicInteger abandoned = new AtomicInteger();

  /** By the hash of the query and the passages, so that no text of the corpus is kept. */
  private final Map<ByteBuffer, List<Integer>> orders =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<ByteBuffer, List<Integer>> eldest) {
              return size() > REMEMBERED;
            }
          });

  public Rescoring(Reranker reranker, int maxPairs, Duration timeout) {
    this.reranker = reranker;
    this.maxPairs = maxPairs;
    this.timeout = timeout;
  }

  /** The maximum number of passages. */
  int maxPairs() {
    return maxPairs;
  }

  /** Returns the indexes of the passages, best first. */
  List<Integer> order(String query, List<String> passages) {
    ByteBuffer key = ByteBuffer.wrap(Sha256.of(query + '\0' + String.join("\0", passages)));
    List<Integer> known = orders.get(key);
    if (known != null) {
      return known;
    }
    List<Double> scores = passages.size() < 2 ? List.of() : scores(query, passages);
    List<Integer> order =
        IntStream.range(0, passages.size())
            .boxed()
            .sorted(
                Comparator.<Integer, Double>comparing(
                    i -> i < scores.size() ? scores.get(i) : Double.NEGATIVE_INFINITY,
                    Comparator.reverseOrder()))
            .toList();
    if (Thread.currentThread().isInterrupted()) {
      return order;
    }
    List<Integer> earlier = orders.putIfAbsent(key, order);
    return earlier == null ? order : earlier;
  }

  /** Returns the scores of the first passages: those that were scored in time. */
  private List<Double> scores(String query, List<String> passages) {
    if (abandoned.get() >= MAX_ABANDONED) {
      warn("is not called, because %s calls ignored their interrupts".formatted(MAX_ABANDONED));
      return List.of();
    }
    List<Double> scores = Collections.synchronizedList(new ArrayList<>());
    FutureTask<Void> task = new FutureTask<>(() -> score(query, passages, scores), null);
    Thread unused =
        CallThreads.start(
            "arag-reranker",
            () -> {
              task.run();
              abandoned.addAndGet(task.isCancelled() ? -1 : 0);
            });
    try {
      task.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      isFailing.set(false);
    } catch (TimeoutException e) {
      warn("scored %s of %s passages in %s".formatted(scores.size(), passages.size(), timeout));
    } catch (ExecutionException e) {
      warn("failed, so the hits keep their order: " + e.getCause());
      scores.clear();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    abandoned.addAndGet(task.cancel(true) ? 1 : 0);
    synchronized (scores) {
      return List.copyOf(scores);
    }
  }

  private void score(String query, List<String> passages, List<Double> scores) {
    for (int from = 0; from < passages.size() && !Thread.currentThread().isInterrupted(); ) {
      int to = from + Math.min(Math.max(1, reranker.batchSize()), passages.size() - from);
      scores.addAll(check(reranker.score(query, passages.subList(from, to)), to - from));
      from = to;
    }
  }

  /** Logs what went wrong, unless this was logged since the reranker worked last. */
  private void warn(String what) {
    if (isFailing.compareAndSet(false, true)) {
      LOG.log(
          System.Logger.Level.WARNING,
          Truncation.withEllipsis("The reranker " + reranker + " " + what, MAX_MESSAGE));
    }
  }

  private static List<Double> check(double[] scores, int expected) {
    if (scores.length != expected || !Arrays.stream(scores).allMatch(Double::isFinite)) {
      throw new IllegalStateException(
          "It returned %s scores for %s passages, or a score that is not finite."
              .formatted(scores.length, expected));
    }
    return Arrays.stream(scores).boxed().toList();
  }
}
