package dev.arag.evaluation.internal.batch;

import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.ChunkId;
import dev.arag.evaluation.batch.BatchCancelledException;
import dev.arag.evaluation.batch.BatchException;
import dev.arag.evaluation.batch.BatchProgress;
import dev.arag.evaluation.batch.BatchReport;
import dev.arag.evaluation.batch.BatchRun;
import dev.arag.evaluation.data.Question;
import dev.arag.extractive.ExtractiveChatModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One execution of a batch: opens the results folder, executes the missing runs, and sorts. */
public final class BatchExecution {
  private static final int MIN_FAILURES_IN_SUCCESSION = 10;

  private final BatchSettings settings;
  private final Path folder;
  private final Corpus corpus;
  private final LongSupplier nanoTime;
  private final QuestionRunner runner;
  private final Map<String, Collection<ChunkId>> goldChunks = new HashMap<>();
  private final List<VariantResults> results = new ArrayList<>();

  /** The lock of the following fields, of the results files, and of calls of the listener. */
  private final Object lock = new Object();

  private final Tally tally;
  private int failuresInSuccession;
  private boolean isUnwritable;

  /** Set before the workers are stopped, so that no worker starts another run. */
  private volatile boolean hasFailed;

  /** A run that has no result yet. */
  private record Task(VariantResults results, int position) {}

  public BatchExecution(BatchSettings settings, Path folder) {
    this.settings = settings;
    this.folder = folder;
    corpus = settings.corpus.snapshot();
    nanoTime = Objects.requireNonNullElse(settings.nanoTime, System::nanoTime);
    runner = new QuestionRunner(settings, corpus);
    tally = new Tally(settings.check, settings.prices);
  }

  public BatchReport run() {
    long start = nanoTime.getAsLong();
    settings.strategies.forEach(this::requireUsable);
    BatchManifest manifest = settings.manifest(corpus);
    try {
      Files.createDirectories(folder);
      ResultsLock held = ResultsLock.acquire(folder);
      try {
        manifest.claim(folder);
        executeAndSort();
      } finally {
        held.close();
      }
    } catch (IOException e) {
      throw unwritable(e);
    }
    return new BatchReport(
        tally.progress(),
        folder,
        folder.resolve(BatchManifest.NAME),
        (nanoTime.getAsLong() - start) / 1e9);
  }

  /**
   * Runs a strategy once with the rule-based model, which costs nothing. Otherwise a strategy that
   * cannot search the corpus would be found only after the runs of all strategies before it.
   *
   * @throws BatchException if the corpus has no embeddings or no entity graph, or needs another
   *     embedder
   */
  private void requireUsable(Strategy strategy) {
    try {
      runner.agent(strategy, settings.budget, new ExtractiveChatModel()).ask(firstQuestion());
    } catch (NotIndexedException | EmbedderMismatchException e) {
      throw new BatchException(
          "The batch did not start, because the strategy "
              + strategy.name()
              + " cannot be used: "
              + e.getMessage(),
          e);
    } catch (RuntimeException e) {
      // The run with the model of the batch may succeed. If it fails, its result says why.
    }
  }

  private String firstQuestion() {
    return settings.questions.get(0).text();
  }

  private void executeAndSort() throws IOException {
    try {
      open();
      settings.listener.accept(tally.progress());
      executeMissingRuns();
      for (VariantResults each : results) {
        each.sort();
      }
    } finally {
      for (VariantResults each : results) {
        each.close();
      }
    }
  }

  private void open() throws IOException {
    Function<? super Question, ? extends Collection<ChunkId>> gold = settings.goldChunks;
    if (gold != null) {
      settings.questions.forEach(each -> goldChunks.put(each.id(), gold.apply(each)));
    }
    for (Variant variant : settings.variants()) {
      List<Question> questions =
          settings.questions.stream()
              .filter(each -> !variant.hidesSupport() || !goldChunksOf(each).isEmpty())
              .toList();
      VariantResults opened =
          VariantResults.open(folder, variant, questions, settings.repeat, tally::resume);
      results.add(opened);
      tally.expect(opened.size());
    }
  }

  private Collection<ChunkId> goldChunksOf(Question question) {
    return goldChunks.getOrDefault(question.id(), List.of());
  }

  private void executeMissingRuns() {
    Workers<Task> workers =
        new Workers<>(settings.workers, missingRuns().iterator(), this::execute);
    try {
      Optional<Throwable> failure = workers.run();
      if (failure.isPresent() && failure.get() instanceof Error error) {
        throw error;
      }
      if (failure.isPresent()) {
        throw (RuntimeException) failure.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      BatchProgress now = progress();
      throw new BatchCancelledException(now.done(), now.questions());
    }
  }

  private Stream<Task> missingRuns() {
    return results.stream()
        .flatMap(
            each ->
                IntStream.range(0, each.size())
                    .filter(position -> !each.contains(position))
                    .mapToObj(position -> new Task(each, position)));
  }

  private void execute(Task task) {
    if (hasFailed) {
      return;
    }
    Variant variant = task.results().variant();
    BatchRun run = task.results().run(task.position());
    Collection<ChunkId> hidden = variant.hidesSupport() ? goldChunksOf(run.question()) : List.of();
    RunResult result = runner.ask(variant, run, hidden);
    byte[] line = result.isCancelled() ? new byte[0] : line(run, result);
    synchronized (lock) {
      try {
        finish(task, run, result, line);
      } catch (RuntimeException | Error e) {
        hasFailed = true;
        throw e;
      }
    }
  }

  private byte[] line(BatchRun run, RunResult result) {
    return (runner.row(run, result).toJson() + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private void finish(Task task, BatchRun run, RunResult result, byte[] line) {
    Double cost = runner.usage(result).cost();
    tally.spend(result.requests(), cost == null ? 0 : cost);
    if (result.isCancelled() || isUnwritable) {
      return;
    }
    // If a question was answered, the failure may depend on the question after all.
    if (result.isPermanentFailure() && tally.progress().answered() == 0) {
      throw stopped("no question can be answered", result);
    }
    append(task, line);
    tally.finish(run.question(), result.failure().orElse(null), result.shortAnswer());
    settings.listener.accept(tally.progress());
    requireSomeSuccess(result);
  }

  private void append(Task task, byte[] line) {
    try {
      task.results().append(task.position(), line);
    } catch (IOException e) {
      isUnwritable = true;
      throw unwritable(e);
    }
  }

  /** Stops the batch if so many runs in succession failed that the others would fail, too. */
  private void requireSomeSuccess(RunResult result) {
    String failure = result.failure().orElse("");
    boolean isFailure = failure.equals(RunFailure.TRANSPORT) || failure.equals(RunFailure.ERROR);
    failuresInSuccession = isFailure ? failuresInSuccession + 1 : 0;
    if (failuresInSuccession >= Math.max(MIN_FAILURES_IN_SUCCESSION, 2 * settings.workers)) {
      throw stopped(failuresInSuccession + " runs in succession failed", result);
    }
  }

  private BatchException stopped(String reason, RunResult result) {
    return new BatchException(
        "The batch stopped because " + reason + ": " + result.error() + " " + finishedRuns());
  }

  private BatchException unwritable(IOException e) {
    String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return new BatchException(
        "The results in "
            + folder
            + " cannot be written ("
            + Objects.requireNonNullElse(reason, e.toString())
            + "). Free space or check the permissions. "
            + finishedRuns(),
        e);
  }

  private String finishedRuns() {
    BatchProgress now = progress();
    return now.done()
        + " of "
        + now.questions()
        + " runs are finished. Run the same batch again to continue.";
  }

  private BatchProgress progress() {
    synchronized (lock) {
      return tally.progress();
    }
  }
}
