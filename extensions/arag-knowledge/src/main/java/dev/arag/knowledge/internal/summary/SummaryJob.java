package dev.arag.knowledge.internal.summary;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.step.Usage;
import dev.arag.core.corpus.Catalogue;
import dev.arag.knowledge.internal.extract.ExtractionJob;
import dev.arag.knowledge.internal.store.Entry.State;
import dev.arag.knowledge.internal.store.StoredUsage;
import dev.arag.knowledge.job.ExtractionEstimate;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.knowledge.job.ExtractionReport;
import dev.arag.knowledge.job.ExtractionReport.Stop;
import dev.langchain4j.model.chat.ChatModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Makes the summaries of all parts of an index. Each run of an agent makes as many of them as may
 * be made at the same time. They are durable before the next run.
 */
public final class SummaryJob {
  private static final int MAX_TRIES = 3;
  private static final int MAX_FAILURES_IN_A_ROW = 20;
  private static final int TYPICAL_OUTPUT_TOKENS = 250;
  private static final Duration CALL_TIME = Duration.ofMinutes(10);

  private final Catalogue snapshot;
  private final SummaryStore store;
  private final Summarizer summarizer;
  private final ExtractionLimits limits;
  private final KnownSummaries known;
  private final List<Unit> tops;
  private final Set<Unit> units = new LinkedHashSet<>();
  private final Set<Unit> tried = new HashSet<>();
  private final Map<String, Integer> failures = new TreeMap<>();
  private final long startNanos = System.nanoTime();
  private int done;
  private int refused;
  private int failuresInARow;
  private int calls;
  private long input;
  private long cachedInput;
  private long output;

  public SummaryJob(
      Catalogue snapshot, SummaryStore store, Summarizer summarizer, ExtractionLimits limits) {
    this.snapshot = snapshot;
    this.store = store;
    this.summarizer = summarizer;
    this.limits = limits;
    store.refresh();
    known = new KnownSummaries(snapshot, () -> snapshot, store, summarizer.key());
    tops = SummaryTree.of(snapshot);
    tops.forEach(this::add);
  }

  private void add(Unit unit) {
    unit.children().forEach(this::add);
    units.add(unit);
  }

  private boolean isCovered(Unit unit) {
    return known.find(unit).isPresent();
  }

  private boolean isGivenUp(Unit unit) {
    return store
        .find(unit)
        .filter(each -> each.key().equals(summarizer.key()))
        .filter(each -> each.state() == State.REFUSED || each.tries() >= MAX_TRIES)
        .isPresent();
  }

  private List<Unit> missing() {
    return units.stream().filter(each -> !isCovered(each) && !isGivenUp(each)).toList();
  }

  public ExtractionEstimate estimate() {
    List<Unit> missing = missing();
    int covered = (int) units.stream().filter(this::isCovered).count();
    long in = missing.stream().mapToLong(Summarizer::requestTokens).sum();
    long out = outputTokens(missing.size());
    return new ExtractionEstimate(
        units.size(), covered, missing.size(), 0, in, out, cost(in, 0, out));
  }

  private long outputTokens(int summaries) {
    return (long) summaries * store.meanOutputTokens(TYPICAL_OUTPUT_TOKENS);
  }

  private OptionalDouble cost(long in, long cached, long out) {
    return limits.prices() == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(limits.prices().of(Summarizer.ROLE, in, cached, out));
  }

  /** Runs the job until it has ended, or until the thread is interrupted. */
  public ExtractionReport run(ChatModel model, Consumer<ExtractionReport> progress) {
    Agent agent = Agent.builder(snapshot, model).parallelCalls(limits.parallelCalls()).build();
    try {
      while (true) {
        List<Unit> next = known.next(tops, each -> tried.contains(each) || isGivenUp(each));
        if (next.isEmpty()) {
          return report(Stop.FINISHED);
        }
        next = next.subList(0, Math.min(next.size(), limits.parallelCalls()));
        Stop limit = limit(next);
        while (limit != Stop.RUNNING && next.size() > 1) {
          next = next.subList(0, next.size() - 1);
          limit = limit(next);
        }
        if (limit != Stop.RUNNING) {
          return report(limit);
        }
        tried.addAll(next);
        make(agent, next);
        if (failuresInARow >= MAX_FAILURES_IN_A_ROW) {
          return report(Stop.FAILURES);
        }
        progress.accept(report(Stop.RUNNING));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return report(Stop.INTERRUPTED);
    }
  }

  /** Returns the limit that prevents the next summaries; RUNNING if there is none. */
  private Stop limit(List<Unit> next) {
    if (timeLeft().toMillis() < 1) {
      return Stop.TIME_LIMIT;
    }
    if (calls + next.size() > limits.maxCalls()) {
      return Stop.CALL_LIMIT;
    }
    long newInput = input + next.stream().mapToLong(Summarizer::requestTokens).sum();
    long newOutput = output + outputTokens(next.size());
    if (newInput + newOutput > limits.maxTokens()) {
      return Stop.TOKEN_LIMIT;
    }
    return cost(newInput, cachedInput, newOutput).orElse(0) > limits.maxCost()
        ? Stop.COST_LIMIT
        : Stop.RUNNING;
  }

  private Duration timeLeft() {
    return limits.maxTime().minusNanos(System.nanoTime() - startNanos);
  }

  private void make(Agent agent, List<Unit> next) throws InterruptedException {
    Map<Unit, StoredSummary> made = new LinkedHashMap<>();
    int maxCalls = (int) Math.min(2L * next.size(), limits.maxCalls() - (long) calls);
    long millis = Math.min(CALL_TIME.toMillis(), Math.max(1, timeLeft().toMillis()));
    Budget budget =
        Budget.builder()
            .maxTurns(maxCalls)
            .maxModelCalls(maxCalls)
            .timeout(Duration.ofMillis(millis))
            .build();
    Strategy strategy = (question, run) -> summarize(run, next, made);
    Usage usage;
    try {
      Agent once = agent.toBuilder().strategy(strategy).budget(budget).build();
      usage = once.ask("What do " + next.size() + " texts say?").usage();
      addUsage(usage);
    } catch (NoAnswerException e) {
      usage = e.trajectory().usage();
      addUsage(usage);
      if (e.stopReason() == StopReason.CANCELLED) {
        throw new InterruptedException("The job was interrupted.");
      }
      if (made.isEmpty()) {
        addFailure(e, next, made);
      }
    }
    int parts = made.size();
    int part = 0;
    for (Map.Entry<Unit, StoredSummary> each : made.entrySet()) {
      each.setValue(each.getValue().withUsage(StoredUsage.part(usage, part++, parts)));
    }
    ExtractionJob.write(() -> store.append(made));
    known.refresh();
    made.values().forEach(this::count);
  }

  private String summarize(RunContext run, List<Unit> next, Map<Unit, StoredSummary> made) {
    made.putAll(summarizer.summarize(run, next, known));
    int tooLarge = next.size() - made.size();
    if (tooLarge > 0) {
      failures.merge("context_overflow", tooLarge, Integer::sum);
    }
    return "Done.";
  }

  /** A single text that the model refuses is not tried again. Other failures are not stored. */
  private void addFailure(NoAnswerException e, List<Unit> next, Map<Unit, StoredSummary> made) {
    ModelException failure = e.getCause() instanceof ModelException cause ? cause : null;
    if (next.size() == 1 && failure != null && failure.kind() == ModelException.Kind.REFUSAL) {
      made.put(next.get(0), summarizer.refused(next.get(0)));
      return;
    }
    String kind = failure == null ? e.stopReason().name().toLowerCase(Locale.ROOT) : failure.type();
    failures.merge(kind, next.size(), Integer::sum);
    failuresInARow += next.size();
  }

  private void count(StoredSummary summary) {
    switch (summary.state()) {
      case DONE -> {
        done++;
        failuresInARow = 0;
      }
      case REFUSED -> refused++;
      default -> {
        failures.merge("unreadable", 1, Integer::sum);
        failuresInARow++;
      }
    }
  }

  private void addUsage(Usage usage) {
    calls += usage.modelCalls();
    input += usage.inputTokens();
    cachedInput += usage.cachedInputTokens();
    output += usage.outputTokens();
  }

  private ExtractionReport report(Stop stop) {
    List<Unit> missing = new ArrayList<>(missing());
    int covered = (int) units.stream().filter(this::isCovered).count();
    return new ExtractionReport(
        units.size(),
        covered,
        done,
        0,
        0,
        refused,
        failures,
        missing.size(),
        calls,
        input,
        output,
        cost(input, cachedInput, output),
        Duration.ofNanos(System.nanoTime() - startNanos),
        stop);
  }
}
