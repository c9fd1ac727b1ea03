package dev.arag.campaigns.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * The times of all contenders in all rounds. In each round, every contender runs once, one after
 * the other.
 */
final class Rounds {
  private final Map<String, List<Contender.Timing>> spent = new LinkedHashMap<>();
  private final Map<String, Throwable> failures = new LinkedHashMap<>();

  /**
   * Measures all rounds. If a contender fails, its earlier times are discarded and later rounds
   * skip it.
   */
  static Rounds run(int rounds, List<Contender> contenders) {
    Rounds all = new Rounds();
    for (int round = 1; round <= rounds; round++) {
      System.out.println("Round " + round + " of " + rounds);
      contenders.forEach(all::measure);
    }
    return all;
  }

  private void measure(Contender contender) {
    if (failures.containsKey(contender.name())) {
      return;
    }
    try {
      add(contender.name(), contender.measure());
    } catch (Exception e) {
      spent.remove(contender.name());
      failures.put(contender.name(), cause(e));
      System.out.println("  " + contender.name() + " failed: " + cause(e));
    }
  }

  /** Returns the original exception, which JMH wraps in others. */
  private static Throwable cause(Throwable failure) {
    Throwable inner = failure;
    while (inner.getCause() != null || inner.getSuppressed().length > 0) {
      inner = inner.getCause() == null ? inner.getSuppressed()[0] : inner.getCause();
    }
    return inner;
  }

  private void add(String name, Contender.Timing one) {
    System.out.printf("  %s: %.3f ms%n", name, one.mean());
    spent.computeIfAbsent(name, key -> new ArrayList<>()).add(one);
  }

  List<String> names() {
    return List.copyOf(spent.keySet());
  }

  /** Returns the exceptions of failed contenders, by contender name. */
  Map<String, Throwable> failures() {
    return failures;
  }

  boolean has(String name) {
    return spent.containsKey(name);
  }

  Spread millis(String name) {
    return Spread.of(of(name).stream().map(Contender.Timing::mean).toList());
  }

  Spread highMillis(String name) {
    return Spread.of(of(name).stream().map(Contender.Timing::high).toList());
  }

  /** Returns the ratio of the times of two contenders, computed round by round. */
  Spread ratio(String longer, String shorter) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < of(longer).size(); i++) {
      ratios.add(of(longer).get(i).mean() / of(shorter).get(i).mean());
    }
    return Spread.of(ratios);
  }

  private List<Contender.Timing> of(String name) {
    List<Contender.Timing> all = spent.get(name);
    if (all == null) {
      throw new IllegalArgumentException("Not measured: " + name);
    }
    return all;
  }

  /** The median, minimum and maximum of several values. */
  record Spread(double median, double least, double most) {
    static Spread of(List<Double> figures) {
      List<Double> sorted = figures.stream().sorted(Comparator.naturalOrder()).toList();
      int middle = sorted.size() / 2;
      double median =
          sorted.size() % 2 == 1
              ? sorted.get(middle)
              : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
      return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
    }

    Spread map(DoubleUnaryOperator figure) {
      return of(
          List.of(
              figure.applyAsDouble(least),
              figure.applyAsDouble(median),
              figure.applyAsDouble(most)));
    }

    @Override
    public String toString() {
      return Figures.of(median) + " (" + Figures.of(least) + " to " + Figures.of(most) + ")";
    }
  }
}
