package dev.arag.examples.bench;

import dev.arag.index.internal.vector.ScoreCollector;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Collects the ten best rows. Not thread-safe. */
final class TopTen implements ScoreCollector {
  static final int COUNT = 10;

  private record Found(long row, float score) {}

  private static final Comparator<Found> WORST_FIRST =
      Comparator.<Found>comparingDouble(Found::score)
          .thenComparing(Comparator.comparingLong(Found::row).reversed());

  private final PriorityQueue<Found> kept = new PriorityQueue<>(WORST_FIRST);

  @Override
  public float floor() {
    return kept.size() < COUNT ? Float.NEGATIVE_INFINITY : kept.element().score();
  }

  @Override
  public void add(long row, float score) {
    if (score >= floor()) {
      keep(new Found(row, score));
    }
  }

  void addAll(TopTen other) {
    other.kept.forEach(this::keep);
  }

  private void keep(Found found) {
    kept.add(found);
    if (kept.size() > COUNT) {
      kept.remove();
    }
  }

  /** The row numbers in ascending order. */
  List<Long> rows() {
    return kept.stream().map(Found::row).sorted().toList();
  }
}
