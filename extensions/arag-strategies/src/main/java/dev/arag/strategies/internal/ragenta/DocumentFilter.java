package dev.arag.strategies.internal.ragenta;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Shown;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.Queries;
import dev.arag.strategies.reply.ReplyText;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The filter of MAIN-RAG. For each document, a model answers the question from this document alone,
 * and another one judges whether the document helps. The document is kept if its score is not below
 * a bar, which depends on the scores of all documents.
 */
final class DocumentFilter {
  /** The role that answers from one document. */
  static final String PREDICTOR = "predictor";

  /** The role that judges one document. */
  static final String JUDGE = "judge";

  private static final Prompt PREDICT = Prompt.read("ragenta-predict");
  private static final Prompt JUDGEMENT = Prompt.read("ragenta-judge");

  /** The labels of the judge. The score of a label is its index. */
  private static final List<String> LABELS = List.of("NO", "PARTLY", "YES");

  /** The score of a document without a label. */
  private static final int UNKNOWN = 1;

  /** The standard deviations by which the bar is below the mean. */
  private static final double DEVIATIONS = 0.5;

  private final RunContext run;
  private List<ChunkId> documents;
  private List<ChunkId> kept;

  /**
   * @param found the documents, best first
   */
  DocumentFilter(List<ChunkId> found, RunContext run) {
    this.run = run;
    documents = found;
    kept = found;
  }

  /** The documents that were read. */
  List<ChunkId> documents() {
    return documents;
  }

  /** The documents that passed the filter, best first; all of them if it was not applied. */
  List<ChunkId> kept() {
    return kept;
  }

  void apply() {
    int found = documents.size();
    int count = found;
    while (count > 0 && !run.as(PREDICTOR).affords(2 * count + 1)) {
      count--;
    }
    if (count == 0) {
      if (found > 0) {
        run.warn("ragenta: the budget did not allow to filter the documents.");
      }
      return;
    }
    if (count < found) {
      run.warn("ragenta: the budget allowed only " + count + " of " + found + " documents.");
    }
    documents = documents.subList(0, count);
    kept = documents;
    int[] scores = scores();
    double bar = bar(scores);
    kept =
        IntStream.range(0, count)
            .filter(i -> scores[i] >= bar)
            .boxed()
            .sorted(Comparator.comparingInt((Integer i) -> scores[i]).reversed())
            .map(documents::get)
            .toList();
  }

  /** Returns the bar: the mean of the scores minus half of their standard deviation. */
  static double bar(int[] scores) {
    double mean = Arrays.stream(scores).average().orElse(0);
    double variance =
        Arrays.stream(scores).mapToDouble(score -> (score - mean) * (score - mean)).sum()
            / Math.max(1, scores.length);
    return mean - DEVIATIONS * Math.sqrt(variance);
  }

  private int[] scores() {
    List<String> shown = documents.stream().map(each -> run.show(List.of(each)).text()).toList();
    List<String> answers =
        HelperCall.replies(run, PREDICTOR, shown.stream().map(this::predictPrompt).toList());
    List<Integer> answered =
        IntStream.range(0, answers.size())
            .filter(i -> !Queries.key(answers.get(i)).isEmpty())
            .boxed()
            .toList();
    int count = answered.size();
    while (count > 0 && !run.as(JUDGE).affords(count + 1)) {
      count--;
    }
    List<Integer> judged = answered.subList(0, count);
    List<String> verdicts =
        HelperCall.replies(
            run,
            JUDGE,
            judged.stream().map(i -> judgePrompt(shown.get(i), answers.get(i))).toList());
    int[] scores = new int[documents.size()];
    Arrays.fill(scores, UNKNOWN);
    int unknown = documents.size();
    for (int i = 0; i < count; i++) {
      int score = LABELS.indexOf(ReplyText.label(verdicts.get(i), "", "NO", "PARTLY", "YES"));
      if (score >= 0) {
        scores[judged.get(i)] = score;
        unknown--;
      }
    }
    if (unknown > 0) {
      run.warn(
          "ragenta: "
              + unknown
              + " of "
              + documents.size()
              + " documents could not be judged. They count as partly helpful.");
    }
    return scores;
  }

  private String predictPrompt(String shown) {
    return PREDICT.fill(Map.of("passage", shown, "question", run.question()));
  }

  private String judgePrompt(String shown, String answer) {
    return JUDGEMENT.fill(
        Map.of(
            "passage",
            shown,
            "answer",
            Shown.enclose(answer.strip(), shown),
            "question",
            run.question()));
  }
}
