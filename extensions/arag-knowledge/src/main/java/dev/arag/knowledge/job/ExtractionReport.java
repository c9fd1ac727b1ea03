package dev.arag.knowledge.job;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What a job has done, so far or in total. In the report of a job that makes summaries, "chunk"
 * means a section, document or group that has a summary, and "facts" mean the summary.
 *
 * @param chunks the number of chunks of the index when the job began
 * @param covered the number of chunks whose facts are known, or which state no facts
 * @param done the number of chunks from which this job extracted facts
 * @param empty the number of chunks in which the model found no facts
 * @param reused the number of chunks that got the facts of an equal text without a call
 * @param refused the number of chunks that the model refused to read
 * @param failures the number of other chunks that failed, by the kind of the failure
 * @param left the number of chunks that are still to be done by a further job
 * @param calls the number of model calls
 * @param inputTokens the tokens of all requests
 * @param outputTokens the tokens of all replies
 * @param cost the cost of all calls; empty without prices
 * @param stop why the job ended
 */
public record ExtractionReport(
    int chunks,
    int covered,
    int done,
    int empty,
    int reused,
    int refused,
    Map<String, Integer> failures,
    int left,
    int calls,
    long inputTokens,
    long outputTokens,
    OptionalDouble cost,
    Duration elapsed,
    Stop stop) {
  /** Why a job ended. */
  public enum Stop {
    /** The job has not ended yet. */
    RUNNING,
    /** Every chunk was tried. */
    FINISHED,
    CALL_LIMIT,
    TOKEN_LIMIT,
    COST_LIMIT,
    TIME_LIMIT,
    /** 20 chunks in a row failed. */
    FAILURES,
    /** The thread was interrupted. */
    INTERRUPTED
  }

  public ExtractionReport {
    failures = Collections.unmodifiableMap(new TreeMap<>(requireNonNull(failures, "failures")));
    requireNonNull(cost, "cost");
    requireNonNull(elapsed, "elapsed");
    requireNonNull(stop, "stop");
  }

  /** The number of chunks that failed or were refused. */
  public int failed() {
    return refused + failures.values().stream().mapToInt(Integer::intValue).sum();
  }
}
