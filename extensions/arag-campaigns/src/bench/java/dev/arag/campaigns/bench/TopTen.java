package dev.arag.campaigns.bench;

import dev.arag.index.internal.vector.ScoreCollector;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Collects the ten best rows. Not thread-safe. */
final class TopTen implements ScoreCollector {
  static final int COUNT = 10;

  private record ScoredRow(long row, float score) {}

  private static final Comparator<ScoredRow> WORST_FIRST =
      Comparator.<ScoredRow>comparingDouble(ScoredRow::score)
          .thenComparing(Comparator.comparingLong(ScoredRow::row).reversed());

  private final PriorityQueue<ScoredRow> kept = new PriorityQueue<>(WORST_FIRST);

  @Override
  public float floor() {
    return kept.size() < COUNT ? Float.NEGATIVE_INFINITY : kept.element().score();
  }

  @Override
  public void add(long row, float score) {
    if (score >= floor()) {
      keep(new ScoredRow(row, score));
    }
  }

  void addAll(TopTen other) {
    other.kept.forEach(this::keep);
  }

  private void keep(ScoredRow found) {
    kept.add(found);
    if (kept.size() > COUNT) {
      kept.remove();
    }
  }

  /** Returns the row numbers in ascending order. */
  List<Long> rows() {
    return kept.stream().map(ScoredRow::row).sorted().toList();
  }
}
