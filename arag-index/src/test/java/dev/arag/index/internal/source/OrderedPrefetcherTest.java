package dev.arag.index.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class OrderedPrefetcherTest {
  private final List<Integer> taken = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void consumesResultsInOrderOnTheSubmittingThread(int helpers) throws InterruptedException {
    Random random = new Random(helpers);
    Thread own = Thread.currentThread();
    try (OrderedPrefetcher work = new OrderedPrefetcher(helpers, 40_000)) {
      for (int i = 0; i < 1_000; i++) {
        int number = i;
        int pause = random.nextInt(20);
        if (random.nextInt(4) == 0) {
          work.then(() -> taken.add(number));
        } else {
          work.add(() -> slowly(number, pause), random.nextInt(3_000), result -> take(result, own));
        }
      }
      work.finish();
    }
    assertThat(taken).isEqualTo(IntStream.range(0, 1_000).boxed().toList());
    assertThat(helpersAlive()).isEmpty();
  }

  private static int slowly(int number, int pause) throws InterruptedException {
    Thread.sleep(0, pause * 10_000);
    return number;
  }

  private void take(int result, Thread own) {
    assertThat(Thread.currentThread()).isSameAs(own);
    taken.add(result);
  }

  private static Set<String> helpersAlive() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.equals("arag-sync"))
        .collect(Collectors.toSet());
  }

  @Test
  void runsTasksOnHelperThreads() throws InterruptedException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch both = new CountDownLatch(2);
    try (OrderedPrefetcher work = new OrderedPrefetcher(1, 1 << 20)) {
      for (int i = 0; i < 2; i++) {
        work.add(
            () -> {
              both.countDown();
              both.await();
              return threads.add(Thread.currentThread());
            },
            1,
            isNew -> {});
      }
      work.finish();
    }
    assertThat(threads).hasSize(2).allMatch(t -> t == Thread.currentThread() || t.isDaemon());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void limitsThePrefetchedWork(int helpers) throws InterruptedException {
    AtomicInteger given = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (OrderedPrefetcher work = new OrderedPrefetcher(helpers, 10_000)) {
      for (int i = 0; i < 200; i++) {
        given.incrementAndGet();
        work.add(() -> 1, i == 50 ? 1 << 30 : 976, one -> given.decrementAndGet());
        most.accumulateAndGet(given.get(), Math::max);
      }
      work.finish();
    }
    assertThat(most.get()).isLessThanOrEqualTo(5);
    assertThat(given.get()).isZero();
  }

  @Test
  void startsNoThreadForASingleTask() throws InterruptedException {
    try (OrderedPrefetcher work = new OrderedPrefetcher(3, 1 << 20)) {
      work.add(() -> 1, 1, taken::add);
      assertThat(helpersAlive()).isEmpty();
      work.finish();
      assertThat(taken).containsExactly(1);
      assertThat(helpersAlive()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void throwsAnExceptionOfATaskInOrder(int helpers) {
    assertThatThrownBy(
            () -> {
              try (OrderedPrefetcher work = new OrderedPrefetcher(helpers, 1 << 20)) {
                work.add(() -> 1, 1, taken::add);
                work.add(
                    () -> {
                      throw new StackOverflowError("deep");
                    },
                    1,
                    nothing -> taken.add(2));
                work.add(() -> 3, 1, taken::add);
                work.finish();
              }
            })
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("deep");
    assertThat(taken).containsExactly(1);
  }

  @Test
  void discardsRemainingTasksIfTheConsumerThrows() throws InterruptedException {
    try (OrderedPrefetcher work = new OrderedPrefetcher(1, 1 << 20)) {
      assertThatThrownBy(
              () -> {
                work.add(() -> 1, 1, one -> taken.get(one));
                work.add(() -> 2, 1, taken::add);
                work.finish();
              })
          .isInstanceOf(IndexOutOfBoundsException.class);
      work.finish();
      work.then(() -> taken.add(4));
    }
    assertThat(taken).containsExactly(4);
  }

  /**
   * After an interrupt, {@code finish} does not wait for results, but {@code close} waits until the
   * helper thread has ended.
   */
  @Test
  void stopsWaitingForResultsOnAnInterrupt() throws InterruptedException {
    CountDownLatch isBegun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    AtomicInteger ended = new AtomicInteger();
    try (OrderedPrefetcher work = new OrderedPrefetcher(1, 1 << 20)) {
      for (int i = 0; i < 2; i++) {
        work.add(() -> byAHelper(isBegun, mayEnd, ended), 1, taken::add);
      }
      isBegun.await();
      Thread.currentThread().interrupt();
      assertThatThrownBy(work::finish).isInstanceOf(InterruptedException.class);
      mayEnd.countDown();
      Thread.currentThread().interrupt();
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ended).hasValue(1);
    assertThat(taken).isEmpty();
    assertThat(helpersAlive()).isEmpty();
  }

  private static int byAHelper(CountDownLatch isBegun, CountDownLatch mayEnd, AtomicInteger ended)
      throws InterruptedException {
    if (Thread.currentThread().getName().equals("arag-sync")) {
      isBegun.countDown();
      mayEnd.await();
      // If close did not wait, it would return before this sleep ends.
      Thread.sleep(300);
      ended.incrementAndGet();
    }
    return 1;
  }
}
