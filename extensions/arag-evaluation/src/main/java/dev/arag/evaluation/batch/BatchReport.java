package dev.arag.evaluation.batch;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * The result of a batch. A run is one question, answered by one strategy with one setting, once.
 *
 * @param progress the counts at the end
 * @param results the results folder
 * @param manifest the file that describes the configuration of the results
 * @param seconds the duration of this call
 */
public record BatchReport(BatchProgress progress, Path results, Path manifest, double seconds) {
  public BatchReport {
    requireNonNull(progress, "progress");
    requireNonNull(results, "results");
    requireNonNull(manifest, "manifest");
  }
}
