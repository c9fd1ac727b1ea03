package dev.arag.index.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class ParallelScanTest {
  private static final Runnable NOTHING = () -> {};
  private static final int ENOUGH = 10;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 100, 10_000})
  void scansEachSliceOnce(int slices) {
    List<List<Integer>> gathered =
        ParallelScan.run(slices, ArrayList<Integer>::new, List::add, NOTHING).stream()
            .<List<Integer>>map(each -> each)
            .toList();
    assertThat(gathered.stream().flatMap(List::stream).sorted().toList())
        .isEqualTo(IntStream.range(0, slices).boxed().toList());
  }

  /**
   * Nested scans need helpers while all helpers are busy with the outer scan. If scans waited for a
   * free helper, they would deadlock.
   */
  @Test
  void runsNestedScansWithoutDeadlock() {
    AtomicInteger scanned = new AtomicInteger();
    ParallelScan.run(
        20,
        Object::new,
        (own, outer) ->
            ParallelScan.run(
                20, Object::new, (inner, number) -> scanned.incrementAndGet(), NOTHING),
        NOTHING);
    assertThat(scanned).hasValue(400);
  }

  @Test
  void stopsTheScanIfAnyThreadFails() {
    AtomicInteger scanned = new AtomicInteger();
    assertThatThrownBy(
            () ->
                ParallelScan.run(
                    100_000,
                    Object::new,
                    (own, number) -> {
                      scanned.incrementAndGet();
                      if (number == 50) {
                        throw new InternalError("cut");
                      }
                      LockSupport.parkNanos(number < 50 ? 0 : 1_000_000);
                    },
                    NOTHING))
        .isInstanceOf(InternalError.class);
    assertThat(scanned.get()).isLessThan(100_000);
  }

  /**
   * If no helper takes part, because helpers are busy with work of another test, the test tries
   * again.
   */
  @Test
  void throwsAFailureOfAHelperToTheCaller() {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
    CountDownLatch isHelped = new CountDownLatch(1);
    String message = "";
    while (isHelped.getCount() > 0) {
      message = messageWithAHelperThatFails(isHelped);
    }
    assertThat(message).isEqualTo("of a helper");
  }

  private static String messageWithAHelperThatFails(CountDownLatch isHelped) {
    Thread caller = Thread.currentThread();
    try {
      ParallelScan.run(
          2,
          Object::new,
          (own, number) -> {
            if (Thread.currentThread() != caller) {
              isHelped.countDown();
              throw new IllegalStateException("of a helper");
            }
            await(isHelped);
          },
          NOTHING);
      return "none";
    } catch (IllegalStateException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      for (int i = 0; i < 100 && !latch.await(1, TimeUnit.MILLISECONDS); i++) {
        Thread.onSpinWait();
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void letsTheCallerEndTheScan() {
    Set<Integer> scanned = ConcurrentHashMap.newKeySet();
    AtomicInteger asked = new AtomicInteger();
    Thread caller = Thread.currentThread();
    assertThatThrownBy(
            () ->
                ParallelScan.run(
                    100_000,
                    Object::new,
                    (own, number) -> {
                      scanned.add(number);
                      if (Thread.currentThread() != caller) {
                        awaitEnough(asked);
                      }
                    },
                    () -> end(asked)))
        .hasMessage("enough");
    int atEnd = scanned.size();
    assertThat(atEnd).isBetween(1, 99_999);
    Thread.yield();
    assertThat(scanned).hasSize(atEnd);
  }

  /**
   * Waits until the caller has asked often enough, and then slows down the helper, so that the
   * caller can throw before all slices are scanned.
   */
  private static void awaitEnough(AtomicInteger asked) {
    while (asked.get() <= ENOUGH) {
      Thread.onSpinWait();
    }
    LockSupport.parkNanos(1_000_000);
  }

  private static void end(AtomicInteger asked) {
    if (asked.incrementAndGet() > ENOUGH) {
      throw new IllegalStateException("enough");
    }
  }

  @Test
  void usesNoHelperForASingleSlice() {
    Runnable never =
        () -> {
          throw new IllegalStateException("asked");
        };
    assertThat(ParallelScan.run(1, Object::new, (own, number) -> {}, never)).hasSize(1);
  }

  @Test
  void runsConcurrentScansIndependently() throws InterruptedException {
    ConcurrentLinkedQueue<Integer> sums = new ConcurrentLinkedQueue<>();
    List<Thread> callers =
        IntStream.range(0, 16).mapToObj(i -> new Thread(() -> sums.add(sum()))).toList();
    callers.forEach(Thread::start);
    for (Thread caller : callers) {
      caller.join();
    }
    assertThat(sums).hasSize(16).containsOnly(499_500);
  }

  private static int sum() {
    return ParallelScan.run(1_000, AtomicInteger::new, AtomicInteger::addAndGet, NOTHING).stream()
        .mapToInt(AtomicInteger::get)
        .sum();
  }
}
