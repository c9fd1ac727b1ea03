package dev.arag.evaluation.internal.metric;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.SectionId;
import dev.arag.evaluation.data.Metric;
import dev.arag.tools.call.Snippet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the text that a model was shown with the text that contains the answer (gold support).
 */
public final class RetrievalMetrics {
  private final ShownText shown;
  private final GoldSupport gold;
  private final Map<Metric, Double> values = new EnumMap<>(Metric.class);

  private RetrievalMetrics(ShownText shown, GoldSupport gold) {
    this.shown = requireNonNull(shown, "shown");
    this.gold = requireNonNull(gold, "gold");
  }

  /** Returns the values of all metrics for which the gold support is known. */
  public static Map<Metric, Double> of(ShownText shown, GoldSupport gold) {
    RetrievalMetrics metrics = new RetrievalMetrics(shown, gold);
    if (!gold.chunks().isEmpty()) {
      metrics.addChunks();
    }
    if (gold.hasParagraphs()) {
      metrics.addSections();
    }
    return metrics.values;
  }

  private void addChunks() {
    Set<String> wanted = gold.chunks();
    Set<String> all = ShownText.chunksOf(shown.snippets());
    Set<String> read = ShownText.chunksOf(shown.read());
    Overlap inAll = Overlap.of(all, wanted);
    Overlap inRead = Overlap.of(read, wanted);
    put(Metric.CHUNK_RECALL, Metric.CHUNK_PRECISION, inAll);
    put(Metric.CHUNK_READ_RECALL, Metric.CHUNK_READ_PRECISION, inRead);
    values.put(Metric.ALL_SUPPORT_FOUND, inAll.recall() == 1 ? 1.0 : 0.0);
    values.put(Metric.NDCG, RankingMeasures.ndcg(all, wanted));
    shown.firstTurnOf(wanted).ifPresent(turn -> values.put(Metric.FIRST_HIT_TURN, (double) turn));
  }

  private void addSections() {
    put(Metric.SECTION_RECALL, Metric.SECTION_PRECISION, sections(shown.snippets()));
    put(Metric.SECTION_READ_RECALL, Metric.SECTION_READ_PRECISION, sections(shown.read()));
  }

  private Overlap sections(List<Snippet> snippets) {
    Set<SectionId> all = ShownText.sectionsOf(snippets);
    List<Snippet> golden = snippets.stream().filter(gold::isGold).toList();
    double recall = (double) gold.paragraphsIn(snippets) / gold.paragraphCount();
    return new Overlap(recall, ShownText.sectionsOf(golden).size(), all.size());
  }

  private void put(Metric recall, Metric precision, Overlap overlap) {
    values.put(recall, overlap.recall());
    if (overlap.total() > 0) {
      values.put(precision, overlap.precision());
    }
  }
}
