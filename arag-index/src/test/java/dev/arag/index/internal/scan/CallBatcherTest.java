package dev.arag.index.internal.scan;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class CallBatcherTest {
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final List<List<Integer>> runs = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch firstRuns = new CountDownLatch(1);
  private final Semaphore mayEnd = new Semaphore(0);

  @AfterEach
  void end() {
    callers.shutdownNow();
  }

  /** Doubles numbers. Each run waits for a permit of {@link #mayEnd}. */
  private List<Integer> twice(List<Integer> asked) {
    runs.add(List.copyOf(asked));
    firstRuns.countDown();
    mayEnd.acquireUninterruptibly();
    if (asked.get(0) < 0) {
      throw new IllegalStateException("negative");
    }
    return asked.stream().map(each -> 2 * each).toList();
  }

  private List<Future<Integer>> callDuringARun(CallBatcher<Integer, Integer> calls, int... asked)
      throws InterruptedException {
    List<Future<Integer>> answers = new ArrayList<>();
    for (int each : asked) {
      answers.add(callers.submit(() -> calls.call(each)));
      if (answers.size() == 1) {
        firstRuns.await();
      } else {
        awaitWaiting(calls, answers.size() - 1);
      }
    }
    return answers;
  }

  private static void awaitWaiting(CallBatcher<?, ?> calls, int count) throws InterruptedException {
    while (calls.waiting() < count) {
      Thread.sleep(1);
    }
  }

  @Test
  void batchesCallsThatArriveDuringARun() throws Exception {
    CallBatcher<Integer, Integer> calls = new CallBatcher<>(3, this::twice);
    List<Future<Integer>> answers = callDuringARun(calls, 1, 2, 3, 4, 5);
    mayEnd.release(10);
    for (int i = 0; i < 5; i++) {
      assertThat(answers.get(i).get(100, SECONDS)).isEqualTo(2 * (i + 1));
    }
    assertThat(runs).containsExactly(List.of(1), List.of(2, 3, 4), List.of(5));
  }

  @Test
  void repeatsTheCallsOfAFailedRunSeparately() throws Exception {
    CallBatcher<Integer, Integer> calls = new CallBatcher<>(8, this::twice);
    List<Future<Integer>> answers = callDuringARun(calls, 1, -2, 3);
    mayEnd.release(10);
    assertThat(answers.get(0).get(100, SECONDS)).isEqualTo(2);
    assertThatThrownBy(() -> answers.get(1).get(100, SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("negative");
    assertThat(answers.get(2).get(100, SECONDS)).isEqualTo(6);
    assertThat(runs).containsExactly(List.of(1), List.of(-2, 3), List.of(3));
    assertThat(calls.call(7)).isEqualTo(14);
  }

  @Test
  void doesNotLetAnInterruptedCallAffectOthers() throws Exception {
    CallBatcher<Integer, Integer> calls = new CallBatcher<>(8, this::twice);
    List<Future<Integer>> answers = callDuringARun(calls, 1, 2, 3);
    answers.get(1).cancel(true);
    while (calls.waiting() > 1) {
      Thread.sleep(1);
    }
    mayEnd.release(10);
    assertThat(answers.get(2).get(100, SECONDS)).isEqualTo(6);
    assertThat(runs).containsExactly(List.of(1), List.of(3));
  }

  /** Mixes failing, interrupted and waiting callers. Each caller must get its own result. */
  @Test
  void returnsToEveryCallItsOwnResult() throws Exception {
    mayEnd.release(Integer.MAX_VALUE / 2);
    CallBatcher<Integer, Integer> calls = new CallBatcher<>(4, this::twice);
    List<Future<Integer>> ended = new ArrayList<>();
    for (int thread = 0; thread < 12; thread++) {
      int seed = thread;
      ended.add(callers.submit(() -> ask(calls, new Random(seed), 400)));
    }
    int answered = 0;
    for (Future<Integer> each : ended) {
      answered += each.get(200, SECONDS);
    }
    assertThat(answered).isGreaterThan(12 * 200);
    assertThat(calls.call(21)).isEqualTo(42);
  }

  private static int ask(CallBatcher<Integer, Integer> calls, Random random, int times) {
    int answered = 0;
    for (int i = 0; i < times; i++) {
      int asked = random.nextInt(1_000_000) - 100_000;
      if (random.nextInt(5) == 0) {
        Thread.currentThread().interrupt();
      }
      try {
        assertThat(calls.call(asked)).isEqualTo(2 * asked);
        answered++;
      } catch (InterruptedException e) {
        assertThat(Thread.interrupted()).isFalse();
      } catch (IllegalStateException e) {
        assertThat(asked).isNegative();
      }
    }
    return answered;
  }
}
