package dev.arag.evaluation.batch;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The result of a batch. A run is one question, answered by one strategy with one setting, once.
 *
 * @param questions the number of runs
 * @param answered the number of runs with an answer
 * @param failed the number of runs without an answer
 * @param resumed the number of runs that earlier calls finished; {@code answered} and {@code
 *     failed} include them
 * @param modelCalls the number of requests to models that this call sent
 * @param cost the cost of these requests, in the currency of {@link Batch.Builder#prices}; null
 *     without prices
 * @param results the results folder
 * @param manifest the file that describes the configuration of the results
 * @param seconds the duration of this call
 */
public record BatchReport(
    int questions,
    int answered,
    int failed,
    int resumed,
    long modelCalls,
    @Nullable Double cost,
    Path results,
    Path manifest,
    double seconds) {
  public BatchReport {
    requireNonNull(results, "results");
    requireNonNull(manifest, "manifest");
  }
}
