package dev.arag.index.bench;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;

/**
 * What some work of one thread took.
 *
 * @param nanos by the clock
 * @param processorNanos of this thread, which other programs on the machine disturb less
 */
record Spent(long nanos, long processorNanos) {
  static Spent by(Callable<?> work) throws Exception {
    long processor = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long start = System.nanoTime();
    work.call();
    return new Spent(
        System.nanoTime() - start,
        ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - processor);
  }

  /** Of each number on its own. */
  static Spent median(List<Spent> all) {
    return new Spent(median(all, Spent::nanos), median(all, Spent::processorNanos));
  }

  private static long median(List<Spent> all, ToLongFunction<Spent> number) {
    return all.stream().mapToLong(number).sorted().skip(all.size() / 2).findFirst().orElseThrow();
  }

  double millis() {
    return nanos / 1e6;
  }

  double processorMillis() {
    return processorNanos / 1e6;
  }
}
