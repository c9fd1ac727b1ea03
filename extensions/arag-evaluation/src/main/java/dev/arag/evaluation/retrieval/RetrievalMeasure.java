package dev.arag.evaluation.retrieval;

import static java.util.Objects.requireNonNull;

import dev.arag.evaluation.internal.metric.RankingMeasures;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A measure of the first k documents of a ranking, as trec_eval defines it.
 *
 * @param kind the formula
 * @param k the number of documents, at least 1
 */
public record RetrievalMeasure(Kind kind, int k) {
  /** nDCG at 10, and recall at 5 and 10. */
  public static final List<RetrievalMeasure> DEFAULT =
      List.of(
          new RetrievalMeasure(Kind.NDCG, 10),
          new RetrievalMeasure(Kind.RECALL, 5),
          new RetrievalMeasure(Kind.RECALL, 10));

  private static final Pattern NAME = Pattern.compile("(ndcg|recall)@([1-9]\\d{0,5})");

  /** The formula of a measure. */
  public enum Kind {
    NDCG,
    RECALL
  }

  public RetrievalMeasure {
    requireNonNull(kind, "kind");
    if (k < 1) {
      throw new IllegalArgumentException("k must be >= 1, was " + k);
    }
  }

  /**
   * Returns the measure with a name such as {@code ndcg@10} or {@code recall@5}.
   *
   * @throws IllegalArgumentException if there is no such measure
   */
  public static RetrievalMeasure of(String name) {
    Matcher matcher = NAME.matcher(requireNonNull(name, "name"));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "Unknown measure: "
              + name
              + ". Use ndcg@K or recall@K with a number K, such as ndcg@10.");
    }
    Kind kind = matcher.group(1).equals("ndcg") ? Kind.NDCG : Kind.RECALL;
    return new RetrievalMeasure(kind, Integer.parseInt(matcher.group(2)));
  }

  /** The name, such as {@code ndcg@10}. */
  public String name() {
    return (kind == Kind.NDCG ? "ndcg@" : "recall@") + k;
  }

  /** The value for one query. */
  double of(RetrievalQuery query, List<String> ranked) {
    return kind == Kind.NDCG
        ? RankingMeasures.ndcg(ranked, query.grades(), k)
        : RankingMeasures.recall(ranked, query.relevant(), k);
  }
}
