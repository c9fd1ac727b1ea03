package dev.arag.knowledge.internal.extract;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.step.Usage;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.error.IndexLockedException;
import dev.arag.core.text.Chunk;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import dev.arag.knowledge.internal.extract.Tally.Job;
import dev.arag.knowledge.internal.store.Entry;
import dev.arag.knowledge.internal.store.KnowledgeStore;
import dev.arag.knowledge.internal.store.KnowledgeStore.Stored;
import dev.arag.knowledge.job.ExtractionEstimate;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.knowledge.job.ExtractionReport;
import dev.arag.knowledge.job.ExtractionReport.Stop;
import dev.langchain4j.model.chat.ChatModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Extracts the facts of the chunks of an index. Each chunk is one run of an agent, so that retries,
 * time limits and the usage are those of runs. Its entry is durable before the thread takes the
 * next chunk: if the process is killed, only the calls that are running are lost.
 */
public final class ExtractionJob {
  private static final Duration CALL_TIME = Duration.ofMinutes(5);
  private static final long LOCK_PAUSE_MILLIS = 200;
  private static final long CLEAN_UP_SECONDS = 20;
  private static final int COPIES_PER_WRITE = 200;
  private static final int MIN_COMPACTED = 100;

  private final Catalogue snapshot;
  private final KnowledgeStore store;
  private final FactExtractor extractor;
  private final ExtractionLimits limits;

  public ExtractionJob(
      Catalogue snapshot, KnowledgeStore store, FactExtractor extractor, ExtractionLimits limits) {
    this.snapshot = snapshot;
    this.store = store;
    this.extractor = extractor;
    this.limits = limits;
  }

  private ExtractionPlan plan() {
    store.refresh();
    return ExtractionPlan.of(snapshot, store, extractor.key());
  }

  public ExtractionEstimate estimate() {
    return plan().estimate(store, limits);
  }

  /**
   * Runs the job until it has ended, or until the thread is interrupted.
   *
   * @param progress called after each chunk, by one thread at a time
   */
  public ExtractionReport run(ChatModel model, Consumer<ExtractionReport> progress) {
    ExtractionPlan plan = plan();
    Tally tally = new Tally(plan, limits, ExtractionPlan.outputTokens(store));
    try {
      tally.addReused(copy(plan.copies()), false);
      removeDeleted(plan);
      Agent agent = Agent.builder(snapshot, model).parallelCalls(1).build();
      run(agent, tally, progress);
    } catch (InterruptedException e) {
      tally.stop(Stop.INTERRUPTED);
      Thread.currentThread().interrupt();
    }
    tally.stop(Stop.FINISHED);
    return tally.report();
  }

  /** Gives edited documents the entries of their unchanged texts. */
  private int copy(Map<Source, Stored> copies) throws InterruptedException {
    int copied = 0;
    Map<Source, Stored> part = new LinkedHashMap<>();
    List<Map.Entry<Source, Stored>> all = List.copyOf(copies.entrySet());
    for (int i = 0; i < all.size(); i++) {
      part.put(all.get(i).getKey(), all.get(i).getValue());
      if (part.size() == COPIES_PER_WRITE || i == all.size() - 1) {
        copied += write(() -> store.copy(part));
        part.clear();
      }
    }
    return copied;
  }

  /** Rewrites the file if most of its entries are those of deleted chunks. */
  private void removeDeleted(ExtractionPlan plan) throws InterruptedException {
    int live = plan.covered() + plan.copies().size() + plan.givenUp();
    if (store.chunks() - live > Math.max(MIN_COMPACTED, 2 * live)) {
      boolean unused =
          write(
              () -> {
                store.compact();
                return true;
              });
      store.refresh();
    }
  }

  private void run(Agent agent, Tally tally, Consumer<ExtractionReport> progress)
      throws InterruptedException {
    ExecutorService threads =
        Executors.newFixedThreadPool(
            limits.parallelCalls(),
            work -> {
              Thread thread = new Thread(work, "arag-extract");
              thread.setDaemon(true);
              return thread;
            });
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < limits.parallelCalls(); i++) {
        workers.add(threads.submit(() -> work(agent, tally, progress)));
      }
      for (Future<?> worker : workers) {
        await(worker);
      }
    } catch (InterruptedException e) {
      tally.stop(Stop.INTERRUPTED);
      throw e;
    } finally {
      tally.stop(Stop.FINISHED);
      threads.shutdownNow();
      awaitEnd(threads);
    }
  }

  private static void await(Future<?> worker) throws InterruptedException {
    try {
      worker.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("The job failed.", e.getCause());
    }
  }

  /** Waits for calls that were interrupted, so that the caller can close the index. */
  private static void awaitEnd(ExecutorService threads) {
    try {
      boolean unused = threads.awaitTermination(CLEAN_UP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Void work(Agent agent, Tally tally, Consumer<ExtractionReport> progress)
      throws InterruptedException {
    for (Job job = tally.take(); job != null; job = tally.take()) {
      try {
        extract(agent, job, tally);
      } finally {
        tally.end(job);
      }
      synchronized (progress) {
        progress.accept(tally.report());
      }
    }
    return null;
  }

  private void extract(Agent agent, Job job, Tally tally) throws InterruptedException {
    Chunk chunk = snapshot.read(job.work().chunk()).orElse(null);
    if (chunk == null) {
      tally.addDeleted();
      return;
    }
    Source source = Source.of(chunk);
    // Another chunk of this job, or another job, may have had the same text.
    store.refresh();
    Stored known = store.find(extractor.key(), source).orElse(null);
    if (known != null && known.state().isFinished()) {
      tally.addReused(write(() -> store.copy(Map.of(source, known))), true);
      return;
    }
    Extraction extraction = new Extraction(extractor, chunk, job.work().tries());
    long millis = Math.min(CALL_TIME.toMillis(), Math.max(1, tally.timeLeft().toMillis()));
    Budget budget =
        Budget.builder()
            .maxTurns(job.calls())
            .maxModelCalls(job.calls())
            .timeout(Duration.ofMillis(millis))
            .build();
    Usage usage;
    try {
      Agent once = agent.toBuilder().strategy(extraction).budget(budget).build();
      usage = once.ask("Which facts does the text " + chunk.id() + " state?").usage();
      tally.addUsage(usage);
    } catch (NoAnswerException e) {
      usage = e.trajectory().usage();
      tally.addUsage(usage);
      if (e.stopReason() == StopReason.CANCELLED) {
        throw new InterruptedException("The job was interrupted.");
      }
      if (extraction.entry().isEmpty()) {
        tally.addFailure(kindOf(e));
        return;
      }
    }
    Entry entry = extraction.entry().orElseThrow().withUsage(usage);
    boolean isStored = write(() -> store.append(source, entry));
    tally.addEntry(entry, isStored);
  }

  private static String kindOf(NoAnswerException e) {
    return e.getCause() instanceof ModelException failure
        ? failure.type()
        : e.stopReason().name().toLowerCase(Locale.ROOT);
  }

  /** The strategy of the run for one chunk. */
  private static final class Extraction implements Strategy {
    private final FactExtractor extractor;
    private final Chunk chunk;
    private final int tries;
    private volatile @Nullable Entry entry;

    Extraction(FactExtractor extractor, Chunk chunk, int tries) {
      this.extractor = extractor;
      this.chunk = chunk;
      this.tries = tries;
    }

    @Override
    public String run(String question, RunContext run) {
      entry = extractor.extract(run, chunk, tries);
      return "Done.";
    }

    Optional<Entry> entry() {
      return Optional.ofNullable(entry);
    }
  }

  /** Writes to the index, and waits while another writer holds its lock. */
  public static <T> T write(Supplier<T> operation) throws InterruptedException {
    while (true) {
      try {
        return Objects.requireNonNull(operation.get());
      } catch (IndexLockedException e) {
        Thread.sleep(LOCK_PAUSE_MILLIS);
      }
    }
  }
}
