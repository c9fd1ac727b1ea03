package dev.arag.evaluation.internal.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Holm's correction of p-values for several comparisons (Holm 1979). */
final class Holm {
  private Holm() {}

  /**
   * Returns the adjusted p-values in the given order. The i-th smallest of n p-values is multiplied
   * by n - i + 1; an adjusted value is at most 1, and at least as large as that of a smaller
   * p-value.
   */
  static List<Double> adjust(List<Double> pValues) {
    int n = pValues.size();
    List<Integer> order =
        IntStream.range(0, n).boxed().sorted(Comparator.comparing(pValues::get)).toList();
    List<Double> adjusted = new ArrayList<>(pValues);
    double largest = 0;
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, Math.min(1, (n - i) * pValues.get(order.get(i))));
      adjusted.set(order.get(i), largest);
    }
    return adjusted;
  }
}
