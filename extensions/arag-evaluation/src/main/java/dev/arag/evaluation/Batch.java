package dev.arag.evaluation;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Strategies;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.evaluation.batch.BatchCancelledException;
import dev.arag.evaluation.batch.BatchException;
import dev.arag.evaluation.batch.BatchProgress;
import dev.arag.evaluation.batch.BatchReport;
import dev.arag.evaluation.batch.BatchRun;
import dev.arag.evaluation.batch.GoldChunks;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.batch.BatchExecution;
import dev.arag.evaluation.internal.batch.BatchSettings;
import dev.arag.evaluation.internal.batch.SentenceDump;
import dev.arag.evaluation.internal.batch.Variant;
import dev.langchain4j.model.chat.ChatModel;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Answers questions with one or more strategies and writes the results to a folder. A run is one
 * question, answered by one strategy with one setting, once. If the folder contains results of the
 * same batch, only the missing runs are executed. Immutable.
 *
 * <pre>{@code
 * BatchReport report = Batch.builder(index, llm)
 *     .strategies(Strategies.arag(), Strategies.builtIn().named("naive-rag"))
 *     .questions(Questions.read(Path.of("questions.json")))
 *     .workers(4)
 *     .build()
 *     .run(Path.of("results"));
 * }</pre>
 */
public final class Batch {
  private final BatchSettings settings;

  private Batch(BatchSettings settings) {
    this.settings = settings;
  }

  /** Returns a builder of a batch whose runs all use the same model. */
  public static Builder builder(Corpus corpus, ChatModel model) {
    requireNonNull(model, "model");
    return new Builder(corpus, run -> model);
  }

  /**
   * Returns a builder of a batch with a model for each run. For example, each strategy can use
   * another model, or each question a model that replays a recorded run.
   *
   * @param models returns the model of a run. Several threads call the function at the same time.
   *     For runs of the same strategy and setting it should return the same object, so that what
   *     one run learned about the server, such as unsupported parameters, applies to the others
   */
  public static Builder builder(Corpus corpus, Function<? super BatchRun, ChatModel> models) {
    return new Builder(corpus, models);
  }

  /**
   * Executes all runs that the folder has no results of, and waits for their end. Each result is
   * written and flushed to the disk before its worker starts the next run. If the caller's thread
   * is interrupted, the runs in progress are cancelled.
   *
   * <p>Before the first run, each strategy answers the first question with the rule-based model of
   * {@code arag-extractive}, which costs nothing. This check finds a strategy that needs embeddings
   * or an entity graph that the corpus does not have, before the first call of an LLM.
   *
   * <p>The batch stops early if the server rejects the API key, the model or the address before any
   * question was answered. It also stops if many runs in succession fail because of the server or
   * an exception: ten, or twice the number of workers if that is more.
   *
   * @param results the results folder, which is created if it does not exist
   * @throws BatchCancelledException if the caller's thread was interrupted
   * @throws BatchException if a strategy cannot be used with the corpus, if the folder is locked,
   *     belongs to another configuration or cannot be written, or if the batch stopped early
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   * @throws dev.arag.core.error.EmbeddingException if a query cannot be embedded
   */
  public BatchReport run(Path results) {
    return new BatchExecution(settings, requireNonNull(results, "results")).run();
  }

  /**
   * Writes the row {@code dump-20} into a results folder: the 20 best sentences of a semantic
   * search for each question, which are an answer without a model. An existing file of this row is
   * replaced. Nothing is written if the corpus has no embeddings.
   *
   * @param results an existing folder, for example that of {@link #run}
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read or the file cannot be
   *     written
   * @throws dev.arag.core.error.EmbeddingException if a question cannot be embedded
   */
  public void writeBestSentences(Path results) {
    SentenceDump.write(settings.corpus, settings.questions, settings.profile, results);
  }

  /** Collects the settings of a batch. */
  public static final class Builder {
    private static final int MAX_WORKERS = 1_000;

    private final BatchSettings settings;

    private Builder(Corpus corpus, Function<? super BatchRun, ChatModel> models) {
      settings = new BatchSettings(corpus, models);
    }

    /** Sets the strategies, whose names must differ. Default: {@link Strategies#arag()}. */
    public Builder strategies(Strategy... strategies) {
      return strategies(List.of(strategies));
    }

    /** Sets the strategies, whose names must differ. Default: {@link Strategies#arag()}. */
    public Builder strategies(List<Strategy> strategies) {
      if (requireNonNull(strategies, "strategies").isEmpty()) {
        throw new IllegalArgumentException("strategies must not be empty");
      }
      settings.strategies = List.copyOf(strategies);
      return this;
    }

    /** Sets the questions, whose ids must differ. Required. */
    public Builder questions(List<Question> questions) {
      requireNonNull(questions, "questions");
      Set<String> ids = new HashSet<>();
      for (Question question : questions) {
        if (!ids.add(question.id())) {
          throw new IllegalArgumentException("Two questions have the id " + question.id());
        }
      }
      settings.questions = List.copyOf(questions);
      return this;
    }

    /** Sets the profile of all runs. Default: {@link Profile#standard()}. */
    public Builder profile(Profile profile) {
      settings.profile = requireNonNull(profile, "profile");
      return this;
    }

    /** Sets the limits of each run. Default: {@link Budget#defaults()}. */
    public Builder budget(Budget budget) {
      settings.budget = requireNonNull(budget, "budget");
      return this;
    }

    /**
     * Sets the number of runs at the same time, 1 to 1,000. Apart from latencies, the results do
     * not depend on it. Default: 1.
     */
    public Builder workers(int workers) {
      settings.workers = requireBetween("workers", workers, MAX_WORKERS);
      return this;
    }

    /** Asks only the first {@code limit} questions, at least 1. Default: all questions. */
    public Builder limit(int limit) {
      settings.limit = requireBetween("limit", limit, Integer.MAX_VALUE);
      return this;
    }

    /** Sets how often each question is asked, 1 to 1,000. Default: 1. */
    public Builder repeat(int repeat) {
      settings.repeat = requireBetween("repeat", repeat, MAX_WORKERS);
      return this;
    }

    /**
     * Asks each question once for each value, with this value instead of {@link Budget#maxTurns()}.
     */
    public Builder sweepMaxTurns(List<Integer> values) {
      requireNonNull(values, "values")
          .forEach(value -> requireBetween("max-turns", value, Integer.MAX_VALUE));
      return sweep(Variant.MAX_TURNS, values.stream().map(String::valueOf).toList());
    }

    /**
     * Asks each question once for each value of the reasoning effort. The function given to {@link
     * Batch#builder(Corpus, Function)} must return a model with the effort that {@link
     * BatchRun#setting} contains under {@code effort}.
     */
    public Builder sweepEffort(List<String> values) {
      return sweep(Variant.EFFORT, requireNonNull(values, "values"));
    }

    private Builder sweep(String name, List<String> values) {
      if (values.isEmpty() || Set.copyOf(values).size() < values.size()) {
        throw new IllegalArgumentException(
            name
                + " must have at least one value, and all values must be different, had "
                + values);
      }
      settings.sweeps.put(name, List.copyOf(values));
      return this;
    }

    /**
     * Asks each question a second time, and hides the chunks that contain its answer (gold chunks).
     * The correct answer is then NOT FOUND. Questions without known gold chunks are not asked a
     * second time. Default: each question is asked only with the whole corpus.
     *
     * @param goldChunks returns the ids of all chunks that contain the gold paragraphs of a
     *     question, such as {@link GoldChunks}; empty if they are unknown
     */
    public Builder hideSupport(
        Function<? super Question, ? extends Collection<ChunkId>> goldChunks) {
      settings.goldChunks = requireNonNull(goldChunks, "goldChunks");
      return this;
    }

    /** Sets the prices of tokens. Default: the results contain no costs. */
    public Builder prices(Prices prices) {
      settings.prices = requireNonNull(prices, "prices");
      return this;
    }

    /**
     * Sets the name of the model in the manifest, the file with the configuration of the results.
     * Default: the name in the model's settings.
     */
    public Builder modelName(String modelName) {
      settings.modelName = requireNonNull(modelName, "modelName");
      return this;
    }

    /**
     * Adds a value to the configuration in the manifest, such as the fingerprint of the embedder. A
     * batch continues the results of a folder only if all these values are equal.
     *
     * @param value a string, a number, a boolean, or a list of such values
     */
    public Builder configuration(String name, Object value) {
      settings.configuration.put(requireNonNull(name, "name"), requireNonNull(value, "value"));
      return this;
    }

    /**
     * Adds a value to the manifest that is not compared, such as the name of a file. Two values
     * appear in the report: the number {@code indexSeconds}, and {@code indexCosts}, which maps
     * names of strategies to maps with the numbers {@code modelCalls}, {@code inputTokens}, {@code
     * outputTokens} and, if it is known, {@code cost} of the requests that built the index.
     *
     * @param value a string, a number, a boolean, or a list or map of such values
     */
    public Builder information(String name, Object value) {
      settings.information.put(requireNonNull(name, "name"), requireNonNull(value, "value"));
      return this;
    }

    /**
     * Sets the clock that measures latencies, in nanoseconds, for tests. With such a clock, results
     * are never labelled as measured under load, so replayed runs give byte-for-byte the same
     * results for any number of workers. Default: {@link System#nanoTime}.
     */
    public Builder clock(LongSupplier nanoTime) {
      settings.nanoTime = requireNonNull(nanoTime, "nanoTime");
      return this;
    }

    /**
     * Sets the check by which {@link BatchProgress#correct} counts right answers. It receives the
     * question and the short answer of each run that has an answer. Default: whether the short
     * answer contains a gold answer.
     */
    public Builder check(BiPredicate<? super Question, ? super String> check) {
      settings.check = requireNonNull(check, "check");
      return this;
    }

    /**
     * Sets a listener that is called at the start and after each run, by one thread at a time. The
     * batch waits until the listener returns. Default: no listener.
     */
    public Builder listener(Consumer<? super BatchProgress> listener) {
      settings.listener = requireNonNull(listener, "listener");
      return this;
    }

    /**
     * @throws IllegalArgumentException if there are no questions, or if two strategies have the
     *     same name
     */
    public Batch build() {
      if (settings.questions.isEmpty()) {
        throw new IllegalArgumentException("The batch has no questions.");
      }
      BatchSettings copy = settings.copy();
      Set<String> files = new HashSet<>();
      for (Variant variant : copy.variants()) {
        if (!files.add(variant.fileName())) {
          throw new IllegalArgumentException(
              "Two strategies have the same results file: " + variant.fileName());
        }
      }
      return new Batch(copy);
    }

    private static int requireBetween(String name, int value, int max) {
      if (value < 1 || value > max) {
        throw new IllegalArgumentException(name + " must be 1 to " + max + ", was " + value);
      }
      return value;
    }
  }
}
