package dev.arag.index.bench;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;

/**
 * The time that one thread spent on some work.
 *
 * @param nanos the elapsed time in nanoseconds
 * @param processorNanos the CPU time of the thread in nanoseconds, which other load affects less
 */
record TimeSpent(long nanos, long processorNanos) {
  static TimeSpent by(Callable<?> work) throws Exception {
    long processor = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long start = System.nanoTime();
    work.call();
    return new TimeSpent(
        System.nanoTime() - start,
        ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - processor);
  }

  /** Returns the median of each component separately. */
  static TimeSpent median(List<TimeSpent> all) {
    return new TimeSpent(median(all, TimeSpent::nanos), median(all, TimeSpent::processorNanos));
  }

  private static long median(List<TimeSpent> all, ToLongFunction<TimeSpent> number) {
    return all.stream().mapToLong(number).sorted().skip(all.size() / 2).findFirst().orElseThrow();
  }

  double millis() {
    return nanos / 1e6;
  }

  double processorMillis() {
    return processorNanos / 1e6;
  }
}
