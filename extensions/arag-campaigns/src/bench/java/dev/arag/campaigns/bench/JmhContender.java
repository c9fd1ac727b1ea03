package dev.arag.campaigns.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A JMH benchmark that runs in a new, short-lived process in each round. */
final class JmhContender implements Contender {
  private static final int HEAP_MEGABYTES = 1024;

  private final String name;
  private final Class<?> benchmark;
  private final Map<String, String> parameters = new TreeMap<>();
  private Mode mode = Mode.AverageTime;
  private int threads = 1;
  private int heapMegabytes = HEAP_MEGABYTES;
  private int operations = 1;

  /**
   * @param benchmark a class with one benchmark method
   */
  JmhContender(String name, Class<?> benchmark) {
    this.name = name;
    this.benchmark = benchmark;
  }

  JmhContender matrix(Matrix matrix) {
    return with("folder", matrix.folder().getParent())
        .with("rows", matrix.rows())
        .with("dimension", matrix.dimension());
  }

  JmhContender with(String parameter, Object value) {
    parameters.put(parameter, value.toString());
    return this;
  }

  /** Runs the benchmark once without warmup. */
  JmhContender once() {
    mode = Mode.SingleShotTime;
    return this;
  }

  /** Runs the given number of concurrent callers and measures the time of each call. */
  JmhContender callers(int callers) {
    mode = Mode.SampleTime;
    threads = callers;
    return this;
  }

  JmhContender heapMegabytes(int megabytes) {
    heapMegabytes = megabytes;
    return this;
  }

  /** Sets the number of searches in one call. */
  JmhContender operations(int searches) {
    operations = searches;
    return this;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Timing measure() throws RunnerException {
    Result<?> result = new Runner(options().build()).runSingle().getPrimaryResult();
    double mean = result.getStatistics().getMean() / operations;
    return new Timing(
        mean, mode == Mode.SampleTime ? result.getStatistics().getPercentile(99) : mean);
  }

  private ChainedOptionsBuilder options() {
    boolean isOnce = mode == Mode.SingleShotTime;
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + benchmark.getName().replace(".", "\\.") + "\\.")
            .mode(mode)
            .timeUnit(TimeUnit.MILLISECONDS)
            .forks(1)
            .threads(threads)
            .warmupIterations(isOnce ? 0 : 2)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(isOnce ? 1 : 3)
            .measurementTime(TimeValue.seconds(1))
            .jvmArgs(jvmArguments().toArray(String[]::new))
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    parameters.forEach(options::param);
    return options;
  }

  private List<String> jvmArguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add("-Xmx" + heapMegabytes + "m");
    arguments.add("-XX:ActiveProcessorCount=" + Machine.MOST_THREADS);
    return arguments;
  }
}
