package dev.arag.evaluation;

import static java.util.Objects.requireNonNull;

import dev.arag.evaluation.data.Summary;
import dev.arag.evaluation.data.SummaryRow;
import dev.arag.evaluation.internal.report.HumanCheck;
import dev.arag.evaluation.internal.report.ReportWriter;
import dev.arag.evaluation.internal.results.ResultsScoring;
import java.nio.file.Path;
import java.util.List;

/** The scores of an evaluation. Immutable. */
public final class EvaluationReport {
  private static final long HUMAN_CHECK_SEED = 1;

  private final ResultsScoring.Scored scored;

  EvaluationReport(ResultsScoring.Scored scored) {
    this.scored = scored;
  }

  /**
   * One row of scores for each strategy and setting, such as {@code max-turns=5}: the strategies in
   * the order in which the batch named them, then the settings in ascending order.
   */
  public List<SummaryRow> rows() {
    return scored.data().summary().rows();
  }

  /** All scores, with comparisons and curves. */
  public Summary summary() {
    return scored.data().summary();
  }

  /**
   * Whether the answers are from the rule-based model of {@code arag-extractive} instead of an LLM.
   * Its scores do not show the quality of an agent.
   */
  public boolean isRuleBased() {
    return scored.data().isRuleBased();
  }

  /** The number of given questions for which there is no result. They are not scored. */
  public int unaskedQuestions() {
    return scored.unasked();
  }

  /**
   * The results files whose last line is incomplete, because a batch was interrupted while writing
   * it. These lines are not scored. The next run of the same batch repeats them.
   */
  public List<Path> incompleteFiles() {
    return scored.incomplete();
  }

  /** The folder of the results; if there are several, the first. */
  public Path results() {
    return scored.results().first().folder();
  }

  /**
   * Writes the report into a folder: the page {@code index.html}, which needs no network, {@code
   * summary.json}, and one page for each run that has a trajectory. If a judge was used, {@code
   * human-check.csv} contains up to 50 of its verdicts, chosen at random, for a person to check.
   * Existing files are replaced.
   *
   * @return the page {@code index.html}
   * @throws dev.arag.core.error.AragException if a file cannot be written, or if the results cannot
   *     be read again
   */
  public Path writeHtml(Path folder) {
    ReportWriter writer = new ReportWriter(requireNonNull(folder, "folder"));
    scored.results().forEach(stored -> writer.writePage(stored.key(), stored.row()));
    if (!scored.judged().isEmpty()) {
      HumanCheck.write(scored.judged(), folder.resolve("human-check.csv"), HUMAN_CHECK_SEED);
    }
    return writer.write(scored.data());
  }
}
