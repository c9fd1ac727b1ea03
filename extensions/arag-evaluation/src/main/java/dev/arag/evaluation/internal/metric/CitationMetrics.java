package dev.arag.evaluation.internal.metric;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.citation.Verdict;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.internal.row.CitationEntry;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Measures the citations of one answer. */
public final class CitationMetrics {
  private static final Set<Verdict> SUPPORTED = EnumSet.of(Verdict.SUPPORTED);
  private static final Set<Verdict> VERBATIM = EnumSet.of(Verdict.SUPPORTED, Verdict.MISATTRIBUTED);
  private static final Set<Verdict> FABRICATED = EnumSet.of(Verdict.FABRICATED, Verdict.NOT_SHOWN);

  private CitationMetrics() {}

  /**
   * Returns the shares of verdicts, if there are citations, and precision and recall of the cited
   * chunks, if the gold chunks are known.
   */
  public static Map<Metric, Double> of(List<CitationEntry> citations, GoldSupport gold) {
    requireNonNull(citations, "citations");
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    if (!citations.isEmpty()) {
      values.put(Metric.SUPPORTED_CITATIONS, share(citations, SUPPORTED));
      values.put(Metric.VERBATIM, share(citations, VERBATIM));
      values.put(Metric.FABRICATED, share(citations, FABRICATED));
    }
    if (!gold.chunks().isEmpty()) {
      addOverlap(values, Overlap.of(chunksOf(citations), gold.chunks()));
    }
    return values;
  }

  private static void addOverlap(Map<Metric, Double> values, Overlap overlap) {
    values.put(Metric.CITATION_RECALL, overlap.recall());
    if (overlap.total() > 0) {
      values.put(Metric.CITATION_PRECISION, overlap.precision());
    }
  }

  private static double share(List<CitationEntry> citations, Set<Verdict> verdicts) {
    long count = citations.stream().filter(each -> verdicts.contains(each.verdict())).count();
    return (double) count / citations.size();
  }

  private static Set<String> chunksOf(List<CitationEntry> citations) {
    return citations.stream()
        .map(CitationEntry::chunk)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
