package dev.arag.evaluation.internal.batch;

import dev.arag.agent.budget.Prices;
import dev.arag.evaluation.batch.BatchProgress;
import dev.arag.evaluation.data.Question;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Counts the runs of a batch. Not thread-safe. */
final class Tally {
  private final BiPredicate<? super Question, ? super String> check;
  private final boolean hasPrices;
  private int questions;
  private int answered;
  private int failed;
  private int resumed;
  private int correct;
  private long modelCalls;
  private double cost;

  Tally(BiPredicate<? super Question, ? super String> check, @Nullable Prices prices) {
    this.check = check;
    hasPrices = prices != null;
  }

  /** Counts runs that the batch consists of. */
  void expect(int runs) {
    questions += runs;
  }

  /** Counts a result of an earlier call. */
  void resume(Question question, RowHead head) {
    resumed++;
    finish(question, head.failure(), head.shortAnswer());
  }

  void finish(Question question, @Nullable String failure, String shortAnswer) {
    if (failure != null) {
      failed++;
      return;
    }
    answered++;
    if (check.test(question, shortAnswer)) {
      correct++;
    }
  }

  void spend(long calls, double price) {
    modelCalls += calls;
    cost += price;
  }

  BatchProgress progress() {
    return new BatchProgress(
        questions, answered, failed, resumed, correct, modelCalls, hasPrices ? cost : null);
  }
}
