package dev.arag.examples.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** What contenders spent, round by round: in each round each runs once, one after the other. */
final class Rounds {
  private final Map<String, List<Contender.Spent>> spent = new LinkedHashMap<>();
  private final Map<String, Throwable> failures = new LinkedHashMap<>();

  /** Whoever fails is left out from then on, with what it had before. */
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

  /** What JMH wraps twice. */
  private static Throwable cause(Throwable failure) {
    Throwable inner = failure;
    while (inner.getCause() != null || inner.getSuppressed().length > 0) {
      inner = inner.getCause() == null ? inner.getSuppressed()[0] : inner.getCause();
    }
    return inner;
  }

  private void add(String name, Contender.Spent one) {
    System.out.printf("  %s: %.3f ms%n", name, one.mean());
    spent.computeIfAbsent(name, key -> new ArrayList<>()).add(one);
  }

  List<String> names() {
    return List.copyOf(spent.keySet());
  }

  /** Who failed, and why. */
  Map<String, Throwable> failures() {
    return failures;
  }

  boolean has(String name) {
    return spent.containsKey(name);
  }

  Spread millis(String name) {
    return Spread.of(of(name).stream().map(Contender.Spent::mean).toList());
  }

  Spread highMillis(String name) {
    return Spread.of(of(name).stream().map(Contender.Spent::high).toList());
  }

  /** How many times as long one took as the other, each time in the same round. */
  Spread ratio(String longer, String shorter) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < of(longer).size(); i++) {
      ratios.add(of(longer).get(i).mean() / of(shorter).get(i).mean());
    }
    return Spread.of(ratios);
  }

  private List<Contender.Spent> of(String name) {
    List<Contender.Spent> all = spent.get(name);
    if (all == null) {
      throw new IllegalArgumentException("Nothing called " + name + " was measured");
    }
    return all;
  }

  /** Median, least and most of some figures. */
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
