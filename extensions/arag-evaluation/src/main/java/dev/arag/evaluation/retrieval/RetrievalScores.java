package dev.arag.evaluation.retrieval;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The scores of one ranking.
 *
 * @param ranking the name of the ranking
 * @param queries the number of queries
 * @param values the mean over all queries by the name of the measure, such as {@code ndcg@10}
 */
public record RetrievalScores(String ranking, int queries, Map<String, Double> values) {
  public RetrievalScores {
    requireNonNull(ranking, "ranking");
    values = Collections.unmodifiableMap(new LinkedHashMap<>(requireNonNull(values, "values")));
  }

  /**
   * Computes the mean of each measure over all queries. A query that the run does not contain
   * counts as 0, as with the option {@code -c} of trec_eval.
   */
  public static RetrievalScores of(
      RetrievalRun run, List<RetrievalQuery> queries, List<RetrievalMeasure> measures) {
    requireNonNull(run, "run");
    Map<String, Double> values = new LinkedHashMap<>();
    for (RetrievalMeasure measure : measures) {
      double mean =
          queries.stream()
              .mapToDouble(query -> measure.of(query, run.of(query.id())))
              .average()
              .orElse(0);
      values.put(measure.name(), mean);
    }
    return new RetrievalScores(run.name(), queries.size(), values);
  }
}
