package dev.arag.knowledge.internal.extract;

import dev.arag.agent.step.Usage;
import dev.arag.knowledge.internal.extract.ExtractionPlan.Work;
import dev.arag.knowledge.internal.store.Entry;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.knowledge.job.ExtractionReport;
import dev.arag.knowledge.job.ExtractionReport.Stop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the chunks of a job within its limits, and counts what became of them. A chunk reserves
 * its expected cost until it has ended; a thread whose chunk does not fit waits for these
 * reservations. Thread-safe.
 */
final class Tally {
  private static final int MAX_FAILURES_IN_A_ROW = 20;

  /** The request for a chunk, and the one that asks again for a reply that cannot be read. */
  private static final int CALLS = 2;

  private final ExtractionPlan plan;
  private final ExtractionLimits limits;
  private final int outputTokens;
  private final long startNanos = System.nanoTime();
  private final Deque<Work> waiting;
  private final Map<String, Integer> failures = new TreeMap<>();
  private int running;
  private int reservedCalls;
  private long reservedInput;
  private int covered;
  private int done;
  private int empty;
  private int reused;
  private int refused;
  private int left;
  private int failuresInARow;
  private int calls;
  private long input;
  private long cachedInput;
  private long output;
  private Stop stop = Stop.RUNNING;

  Tally(ExtractionPlan plan, ExtractionLimits limits, int outputTokens) {
    this.plan = plan;
    this.limits = limits;
    this.outputTokens = outputTokens;
    waiting = new ArrayDeque<>(plan.work());
    covered = plan.covered();
    left = plan.work().size();
  }

  /**
   * A chunk that a thread works on.
   *
   * @param calls the number of calls that it may make
   */
  record Job(Work work, int calls) {}

  /** Returns the next chunk; null if the job ends. */
  synchronized @Nullable Job take() throws InterruptedException {
    while (stop == Stop.RUNNING && !waiting.isEmpty()) {
      int freeCalls = Math.min(CALLS, limits.maxCalls() - calls - reservedCalls);
      Stop limit = limit(waiting.getFirst(), freeCalls);
      if (limit == Stop.RUNNING) {
        Work work = waiting.removeFirst();
        running++;
        reservedCalls += freeCalls;
        reservedInput += FactExtractor.requestTokens(work.tokens());
        return new Job(work, freeCalls);
      }
      if (running == 0 || limit == Stop.TIME_LIMIT) {
        stop(limit);
      } else {
        wait();
      }
    }
    return null;
  }

  /** Returns the limit that prevents the next chunk; RUNNING if there is none. */
  private Stop limit(Work next, int freeCalls) {
    long newInput = input + reservedInput + FactExtractor.requestTokens(next.tokens());
    long newOutput = output + (running + 1L) * outputTokens;
    if (timeLeft().toMillis() < 1) {
      return Stop.TIME_LIMIT;
    }
    if (freeCalls < 1) {
      return Stop.CALL_LIMIT;
    }
    if (newInput + newOutput > limits.maxTokens()) {
      return Stop.TOKEN_LIMIT;
    }
    double cost = ExtractionPlan.cost(limits, newInput, cachedInput, newOutput).orElse(0);
    return cost > limits.maxCost() ? Stop.COST_LIMIT : Stop.RUNNING;
  }

  Duration timeLeft() {
    return limits.maxTime().minusNanos(System.nanoTime() - startNanos);
  }

  /** Ends the job for a reason, unless it has ended. */
  synchronized void stop(Stop reason) {
    if (stop == Stop.RUNNING) {
      stop = reason;
    }
    notifyAll();
  }

  /** Gives back the reservation of a chunk. */
  synchronized void end(Job job) {
    running--;
    reservedCalls -= job.calls();
    reservedInput -= FactExtractor.requestTokens(job.work().tokens());
    notifyAll();
  }

  synchronized void addUsage(Usage usage) {
    calls += usage.modelCalls();
    input += usage.inputTokens();
    cachedInput += usage.cachedInputTokens();
    output += usage.outputTokens();
  }

  synchronized void addEntry(Entry entry, boolean isStored) {
    covered += isStored && entry.state().isFinished() ? 1 : 0;
    switch (entry.state()) {
      case DONE -> done++;
      case EMPTY -> empty++;
      case REFUSED -> refused++;
      case FAILED -> addFailure(entry.failure());
    }
    boolean isFailed = entry.state() == Entry.State.FAILED;
    left -= isFailed && entry.tries() < ExtractionPlan.MAX_TRIES ? 0 : 1;
    if (!isFailed) {
      failuresInARow = 0;
    }
  }

  synchronized void addFailure(String kind) {
    failures.merge(kind, 1, Integer::sum);
    if (++failuresInARow >= MAX_FAILURES_IN_A_ROW) {
      stop(Stop.FAILURES);
    }
  }

  /**
   * @param chunks the number of chunks that got the entries of equal texts
   * @param ofWork whether these chunks were planned for the model
   */
  synchronized void addReused(int chunks, boolean ofWork) {
    reused += chunks;
    covered += chunks;
    left -= ofWork ? chunks : 0;
  }

  /** Counts a chunk that was deleted in the meantime. */
  synchronized void addDeleted() {
    left--;
  }

  synchronized ExtractionReport report() {
    return new ExtractionReport(
        plan.chunks(),
        covered,
        done,
        empty,
        reused,
        refused,
        failures,
        left,
        calls,
        input,
        output,
        ExtractionPlan.cost(limits, input, cachedInput, output),
        Duration.ofNanos(System.nanoTime() - startNanos),
        stop);
  }
}
