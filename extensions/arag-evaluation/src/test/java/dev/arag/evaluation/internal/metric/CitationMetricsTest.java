package dev.arag.evaluation.internal.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.citation.Verdict;
import dev.arag.evaluation.Runs;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.row.CitationEntry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CitationMetricsTest {
  private static final GoldSupport GOLD = GoldSupport.of(Runs.QUESTION, GoldParagraphs.NONE);

  private static CitationEntry citation(String chunk, Verdict verdict) {
    return new CitationEntry(chunk, "quote", verdict);
  }

  @Test
  void computesTheSharesOfVerdicts() {
    List<CitationEntry> citations =
        List.of(
            citation("ann", Verdict.SUPPORTED),
            citation("ann", Verdict.NEAR),
            citation("bob", Verdict.MISATTRIBUTED),
            citation("bob", Verdict.FABRICATED),
            citation("none", Verdict.NOT_SHOWN));
    assertThat(CitationMetrics.of(citations, GOLD))
        .containsEntry(Metric.SUPPORTED_CITATIONS, 0.2)
        .containsEntry(Metric.VERBATIM, 0.4)
        .containsEntry(Metric.FABRICATED, 0.4)
        // Of the cited chunks ann, bob and none, ann is gold; tarn was not cited.
        .containsEntry(Metric.CITATION_PRECISION, 1 / 3.0)
        .containsEntry(Metric.CITATION_RECALL, 1 / 2.0);
  }

  @Test
  void anAnswerWithoutCitationsHasOnlyARecall() {
    assertThat(CitationMetrics.of(List.of(), GOLD)).isEqualTo(Map.of(Metric.CITATION_RECALL, 0.0));
  }

  @Test
  void withoutGoldSupportThereAreOnlyVerdicts() {
    GoldSupport none = GoldSupport.of(new Question("q", "?", List.of()), GoldParagraphs.NONE);
    assertThat(CitationMetrics.of(List.of(citation("ann", Verdict.SUPPORTED)), none))
        .containsOnlyKeys(Metric.SUPPORTED_CITATIONS, Metric.VERBATIM, Metric.FABRICATED);
  }
}
