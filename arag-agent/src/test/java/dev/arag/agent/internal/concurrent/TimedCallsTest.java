package dev.arag.agent.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.internal.concurrent.TimedCalls.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimedCallsTest {
  /** A time limit for calls that is longer than the time limit of a test. */
  private static final Duration LONG = Duration.ofMinutes(2);

  private static <T> Call<T> call(Function<Call<T>, T> work) {
    AtomicReference<Call<T>> itself = new AtomicReference<>();
    itself.set(new Call<>(() -> work.apply(itself.get()), UnaryOperator.identity()));
    return itself.get();
  }

  private static <T> Call<T> run(TimedCalls threads, Duration atMost, Function<Call<T>, T> work) {
    Call<T> call = call(work);
    threads.run(List.of(call), () -> 1, atMost);
    return call;
  }

  @Test
  void runsAsManyCallsAtATimeAsAllowed() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CyclicBarrier three = new CyclicBarrier(3);
    List<Call<Integer>> calls =
        IntStream.range(0, 9)
            .mapToObj(
                i ->
                    TimedCallsTest.<Integer>call(
                        any -> {
                          most.accumulateAndGet(running.incrementAndGet(), Math::max);
                          await(three);
                          running.decrementAndGet();
                          return i;
                        }))
            .toList();
    new TimedCalls().run(calls, () -> 3, LONG);
    assertThat(calls).extracting(Call::value).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(most).hasValue(3);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void abandonsCallsThatHaveNotEndedInTime() {
    CountDownLatch never = new CountDownLatch(1);
    Call<String> fast = call(any -> "done");
    Call<String> hung =
        call(
            any -> {
              try {
                never.await();
                return "late";
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    Call<String> waiting = call(any -> "not started");
    new TimedCalls().run(List.of(fast, hung, waiting), () -> 1, Duration.ofMillis(300));
    assertThat(fast.value()).isEqualTo("done");
    assertThat(hung.failure()).isInstanceOf(TimeoutException.class);
    assertThat(hung.isAbandoned()).isTrue();
    assertThat(waiting.failure()).isInstanceOf(TimeoutException.class);
  }

  @Test
  void rejectsCallsIfTooManyStuckCallsAreRunning() throws Exception {
    TimedCalls threads = new TimedCalls(20, Duration.ZERO);
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch ended = abandonCalls(threads, end, 20);
    assertThat(run(threads, LONG, any -> "never").failure())
        .isInstanceOf(TimedCalls.StuckException.class)
        .hasMessageContaining("20 calls")
        .hasMessageContaining("interrupted");
    end.countDown();
    ended.await();
    Call<String> again = run(threads, LONG, any -> "again");
    while (again.value() == null) {
      again = run(threads, LONG, any -> "again");
    }
    assertThat(again.value()).isEqualTo("again");
  }

  /** The report uses up the time limit with the first text, so no further text must be reported. */
  @Test
  void returnsInTimeDespiteASlowReport() {
    Duration atMost = Duration.ofSeconds(1);
    List<String> received = new ArrayList<>();
    Call<String> whole =
        run(
            new TimedCalls(),
            atMost,
            call -> {
              for (int i = 0; i < 60; i++) {
                call.report(
                    () -> {
                      received.add("text");
                      sleep(atMost);
                    });
              }
              return "whole";
            });
    assertThat(whole.value()).isEqualTo("whole");
    assertThat(received).containsExactly("text");
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void acceptsCallsDuringTheGracePeriodOfAbandonedCalls() {
    TimedCalls threads = new TimedCalls(20, Duration.ofMinutes(1));
    CountDownLatch end = new CountDownLatch(1);
    abandonCalls(threads, end, 30);
    assertThat(run(threads, LONG, any -> "fine").value()).isEqualTo("fine");
    end.countDown();
  }

  /**
   * Starts calls that ignore interrupts, and abandons each call as soon as it has started.
   *
   * @param end the latch that the calls wait for; count it down to end the calls
   * @return a latch that reaches zero when all calls have ended
   */
  private static CountDownLatch abandonCalls(TimedCalls threads, CountDownLatch end, int count) {
    CountDownLatch ended = new CountDownLatch(count);
    Thread caller = Thread.currentThread();
    for (int i = 0; i < count; i++) {
      Call<String> call =
          run(
              threads,
              LONG,
              any -> {
                ignoreInterrupts(end, caller);
                ended.countDown();
                return "too late";
              });
      assertThat(call.failure()).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
    return ended;
  }

  private static void ignoreInterrupts(CountDownLatch end, Thread caller) {
    caller.interrupt();
    while (end.getCount() > 0) {
      try {
        end.await();
      } catch (InterruptedException e) {
        // The call must keep running when it is interrupted.
      }
    }
  }

  @Test
  void leavesNoInterruptAfterTheTimerIsStopped() throws Exception {
    for (int i = 0; i < 500; i++) {
      TimedCalls.Timer timer = TimedCalls.interruptAfter(Duration.ofNanos(i * 400L));
      Thread.onSpinWait();
      boolean hasFired = timer.stop();
      assertThat(Thread.currentThread().isInterrupted()).as("after %s, %s", i, hasFired).isFalse();
      assertThat(timer.stop()).isEqualTo(hasFired);
    }
    Thread.sleep(5);
    assertThat(Thread.interrupted()).isFalse();
  }
}
