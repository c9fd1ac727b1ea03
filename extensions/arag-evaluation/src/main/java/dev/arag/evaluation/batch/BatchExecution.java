package dev.arag.evaluation.batch;

import dev.arag.agent.Agent;
import dev.arag.agent.NoAnswerException;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.error.AragException;
import dev.arag.core.text.ChunkId;
import dev.arag.evaluation.data.CitationEntry;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.ResultRow;
import dev.arag.evaluation.data.RunDetails;
import dev.arag.evaluation.data.RunUsage;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One execution of a batch. */
final class BatchExecution {
  private static final int MIN_FAILURES_IN_SUCCESSION = 10;

  private final Batch.Builder settings;
  private final Path folder;
  private final Corpus corpus;
  private final LongSupplier nanoTime;
  private final Tally tally;
  private final Map<String, Collection<ChunkId>> goldChunks = new HashMap<>();
  private final List<VariantResults> results = new ArrayList<>();
  private final Map<Variant, AgentOfModel> agents = new HashMap<>();
  private int failuresInSuccession;

  /** A run without a result. */
  private record Task(VariantResults results, int position) {}

  /** An agent, and the model that it was built with. */
  private record AgentOfModel(Agent agent, ChatModel model) {}

  /**
   * The end of a run.
   *
   * @param trajectory null if the strategy threw an exception
   * @param error the message of the failure; null if there is an answer
   */
  private record Ended(@Nullable Trajectory trajectory, @Nullable String error) {
    boolean isCancelled() {
      return trajectory != null && trajectory.stopReason() == StopReason.CANCELLED;
    }

    @Nullable String failure() {
      return trajectory == null ? RunFailure.ERROR : RunFailure.of(trajectory);
    }

    String shortAnswer() {
      return trajectory == null ? "" : trajectory.shortAnswer().orElse("");
    }

    /** The number of requests that were sent, including retries. */
    long requests() {
      return trajectory == null
          ? 0
          : trajectory.steps().stream()
              .filter(step -> step instanceof Step.Sent || step instanceof Step.Retry)
              .count();
    }
  }

  BatchExecution(Batch.Builder settings, Path folder) {
    this.settings = settings;
    this.folder = folder;
    corpus = settings.corpus.snapshot();
    nanoTime = Objects.requireNonNullElse(settings.nanoTime, System::nanoTime);
    tally = new Tally(settings.check, settings.prices);
  }

  BatchReport run() {
    long start = nanoTime.getAsLong();
    Manifest manifest = settings.manifest(corpus);
    try {
      Files.createDirectories(folder);
      try (ResultsLock lock = ResultsLock.acquire(folder)) {
        manifest.claim(folder);
        executeAll();
      }
    } catch (IOException e) {
      throw unwritable(e);
    }
    BatchProgress end = tally.progress();
    return new BatchReport(
        end.questions(),
        end.answered(),
        end.failed(),
        end.resumed(),
        end.modelCalls(),
        end.cost(),
        folder,
        folder.resolve(Manifest.NAME),
        (nanoTime.getAsLong() - start) / 1e9);
  }

  private void executeAll() throws IOException {
    try {
      open();
      settings.listener.accept(tally.progress());
      List<Task> tasks = new ArrayList<>();
      execute();
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
    for (Variant variant : settings.variants()) {
      List<Question> questions =
          variant.hidesSupport() ? questionsWithKnownSupport() : settings.questions;
      VariantResults opened =
          VariantResults.open(folder, variant, questions, settings.repeat, tally::resume);
      results.add(opened);
      tally.expect(opened.size());
    }
  }

  private List<Question> questionsWithKnownSupport() {
    if (goldChunks.isEmpty()) {
      settings.questions.forEach(each -> goldChunks.put(each.id(), goldChunksOf(each)));
    }
    return settings.questions.stream()
        .filter(each -> !goldChunksOf(each).isEmpty())
        .toList();
  }
}
