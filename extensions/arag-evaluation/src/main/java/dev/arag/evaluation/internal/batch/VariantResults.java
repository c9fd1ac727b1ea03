package dev.arag.evaluation.internal.batch;

import dev.arag.evaluation.batch.BatchRun;
import dev.arag.evaluation.data.Question;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The questions and the results of one variant. A position identifies a run: results are in the
 * order of the questions, and the repetitions of a question follow each other.
 */
final class VariantResults implements AutoCloseable {
  private final Variant variant;
  private final List<Question> questions;
  private final int repeat;
  private final ResultsFile file;

  private VariantResults(Variant variant, List<Question> questions, int repeat, ResultsFile file) {
    this.variant = variant;
    this.questions = questions;
    this.repeat = repeat;
    this.file = file;
  }

  /**
   * Opens the results file of a variant.
   *
   * @param kept receives each result of earlier calls with its question
   */
  static VariantResults open(
      Path folder,
      Variant variant,
      List<Question> questions,
      int repeat,
      BiConsumer<Question, RowHead> kept)
      throws IOException {
    Map<String, Integer> numbers = new HashMap<>();
    questions.forEach(question -> numbers.put(question.id(), numbers.size()));
    ResultsFile file =
        ResultsFile.open(
            folder.resolve(variant.fileName()),
            questions.size() * repeat,
            head -> position(numbers.get(head.qid()), head.repeat(), repeat),
            head -> kept.accept(questions.get(numbers.getOrDefault(head.qid(), 0)), head));
    return new VariantResults(variant, questions, repeat, file);
  }

  private static int position(@Nullable Integer number, int run, int repeat) {
    return number == null || run >= repeat ? -1 : number * repeat + run;
  }

  Variant variant() {
    return variant;
  }

  /** The number of runs. */
  int size() {
    return questions.size() * repeat;
  }

  BatchRun run(int position) {
    return new BatchRun(
        variant.strategy().name(),
        variant.setting(),
        questions.get(position / repeat),
        position % repeat);
  }

  boolean contains(int position) {
    return file.contains(position);
  }

  void append(int position, byte[] line) throws IOException {
    file.append(position, line);
  }

  void sort() throws IOException {
    file.sort();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
