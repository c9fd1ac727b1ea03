package dev.arag.evaluation.batch;

import dev.arag.evaluation.Batch;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a batch. All counts include the results of earlier calls, except the model calls
 * and the cost.
 *
 * @param questions the number of all runs of the batch
 * @param answered the number of runs with an answer
 * @param failed the number of runs without an answer
 * @param resumed the number of runs that earlier calls finished
 * @param correct the number of answers that {@link Batch.Builder#check} counts as right
 * @param modelCalls the number of requests to models that this call sent
 * @param cost the cost of these requests, in the currency of {@link Batch.Builder#prices}; null
 *     without prices
 */
public record BatchProgress(
    int questions,
    int answered,
    int failed,
    int resumed,
    int correct,
    long modelCalls,
    @Nullable Double cost) {
  /** The number of finished runs. */
  public int done() {
    return answered + failed;
  }
}
