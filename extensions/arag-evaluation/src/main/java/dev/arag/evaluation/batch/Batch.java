package dev.arag.evaluation.batch;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Strategies;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.RunDetails;
import dev.arag.evaluation.metric.AnswerMetrics;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.RetrievalTool;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

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
  private final Builder settings;

  private Batch(Builder settings) {
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

  /** Collects the settings of a batch. */
  public static final class Builder {
    private static final int MAX_WORKERS = 1_000;

    final Corpus corpus;
    final Function<? super BatchRun, ChatModel> models;
    List<Strategy> strategies = List.of(Strategies.arag());
    List<Question> questions = List.of();
    Profile profile = Profile.standard();
    Budget budget = Budget.defaults();
    int workers = 1;
    int repeat = 1;
    @Nullable Prices prices;
    @Nullable LongSupplier nanoTime;
    Consumer<? super BatchProgress> listener = progress -> {};
    BiPredicate<? super Question, ? super String> check =
        (question, answer) -> AnswerMetrics.contains(answer, question.golds());
    private final Map<String, List<String>> sweeps = new TreeMap<>();
    @Nullable Function<? super Question, ? extends Collection<ChunkId>> goldChunks;
    private final Map<String, Object> configuration = new TreeMap<>();
    private final Map<String, Object> information = new TreeMap<>();
    private @Nullable String modelName;
    private int limit = Integer.MAX_VALUE;

    private Builder(Corpus corpus, Function<? super BatchRun, ChatModel> models) {
      this.corpus = requireNonNull(corpus, "corpus");
      this.models = requireNonNull(models, "models");
    }

    private Builder(Builder other) {
      this(other.corpus, other.models);
      strategies = other.strategies;
      questions = other.questions.stream().limit(other.limit).toList();
      profile = other.profile;
      budget = other.budget;
      workers = other.workers;
      repeat = other.repeat;
      prices = other.prices;
      nanoTime = other.nanoTime;
      listener = other.listener;
      check = other.check;
      sweeps.putAll(other.sweeps);
      goldChunks = other.goldChunks;
      configuration.putAll(other.configuration);
      information.putAll(other.information);
      modelName = other.modelName;
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
      this.strategies = List.copyOf(strategies);
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
      this.questions = List.copyOf(questions);
      return this;
    }

    /** Sets the profile of all runs. Default: {@link Profile#standard()}. */
    public Builder profile(Profile profile) {
      this.profile = requireNonNull(profile, "profile");
      return this;
    }

    /** Sets the limits of each run. Default: {@link Budget#defaults()}. */
    public Builder budget(Budget budget) {
      this.budget = requireNonNull(budget, "budget");
      return this;
    }

    /**
     * Sets the number of runs at the same time, 1 to 1,000. Apart from latencies, the results do
     * not depend on it. Default: 1.
     */
    public Builder workers(int workers) {
      this.workers = requireBetween("workers", workers, MAX_WORKERS);
      return this;
    }

    /** Asks only the first {@code limit} questions, at least 1. Default: all questions. */
    public Builder limit(int limit) {
      this.limit = requireBetween("limit", limit, Integer.MAX_VALUE);
      return this;
    }

    /** Sets how often each question is asked, 1 to 1,000. Default: 1. */
    public Builder repeat(int repeat) {
      this.repeat = requireBetween("repeat", repeat, MAX_WORKERS);
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
      sweeps.put(name, List.copyOf(values));
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
      this.goldChunks = requireNonNull(goldChunks, "goldChunks");
      return this;
    }

    /** Sets the prices of tokens. Default: the results contain no costs. */
    public Builder prices(Prices prices) {
      this.prices = requireNonNull(prices, "prices");
      return this;
    }

    /**
     * Sets the name of the model in the manifest, the file with the configuration of the results.
     * Default: the name in the model's settings.
     */
    public Builder modelName(String modelName) {
      this.modelName = requireNonNull(modelName, "modelName");
      return this;
    }

    /**
     * Adds a value to the configuration in the manifest, such as the fingerprint of the embedder. A
     * batch continues the results of a folder only if all these values are equal.
     *
     * @param value a string, a number, a boolean, or a list of such values
     */
    public Builder configuration(String name, Object value) {
      configuration.put(requireNonNull(name, "name"), requireNonNull(value, "value"));
      return this;
    }

    /**
     * Adds a value to the manifest that is not compared, such as the name of a file.
     *
     * @param value a string, a number, a boolean, or a list of such values
     */
    public Builder information(String name, Object value) {
      information.put(requireNonNull(name, "name"), requireNonNull(value, "value"));
      return this;
    }

    /**
     * Sets the clock that measures latencies, in nanoseconds, for tests. With such a clock, results
     * are never labelled as measured under load, so replayed runs give byte-for-byte the same
     * results for any number of workers. Default: {@link System#nanoTime}.
     */
    public Builder clock(LongSupplier nanoTime) {
      this.nanoTime = requireNonNull(nanoTime, "nanoTime");
      return this;
    }

    /**
     * Sets the check by which {@link BatchProgress#correct} counts right answers. It receives the
     * question and the short answer of each run that has an answer. Default: whether the short
     * answer contains a gold answer.
     */
    public Builder check(BiPredicate<? super Question, ? super String> check) {
      this.check = requireNonNull(check, "check");
      return this;
    }

    /**
     * Sets a listener that is called at the start and after each run, by one thread at a time. The
     * batch waits until the listener returns. Default: no listener.
     */
    public Builder listener(Consumer<? super BatchProgress> listener) {
      this.listener = requireNonNull(listener, "listener");
      return this;
    }

    /**
     * @throws IllegalArgumentException if there are no questions, or if two strategies have the
     *     same name
     */
    public Batch build() {
      if (questions.isEmpty()) {
        throw new IllegalArgumentException("The batch has no questions.");
      }
      Builder copy = new Builder(this);
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

    /** Returns each strategy with each combination of settings. */
    List<Variant> variants() {
      List<Variant> variants = new ArrayList<>();
      strategies.forEach(each -> variants.add(new Variant(each, budget, Map.of())));
      sweeps.forEach((name, values) -> expand(variants, name, values));
      if (goldChunks != null) {
        List.copyOf(variants)
            .forEach(each -> variants.add(each.with(RunDetails.HIDE_SUPPORT, "true")));
      }
      return variants;
    }

    private void expand(List<Variant> variants, String name, List<String> values) {
      List<Variant> before = List.copyOf(variants);
      variants.clear();
      for (Variant variant : before) {
        for (String value : values) {
          Variant changed = variant.with(name, value);
          variants.add(
              name.equals(Variant.MAX_TURNS)
                  ? changed.withBudget(withMaxTurns(Integer.parseInt(value)))
                  : changed);
        }
      }
    }

    private Budget withMaxTurns(int maxTurns) {
      return budget.toBuilder().maxTurns(maxTurns).build();
    }

    BatchManifest manifest(Corpus snapshot) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("libraryVersion", libraryVersion());
      all.put("strategies", strategies.stream().map(Strategy::name).toList());
      all.put("profile", profile.label());
      ChatRequestParameters model = modelParameters();
      all.put("model", modelName == null ? model.modelName() : modelName);
      all.put("temperature", model.temperature());
      Map<String, Object> asked = new LinkedHashMap<>();
      asked.put("number", questions.size());
      asked.put("sha256", Fingerprint.of(questions));
      all.put("questions", asked);
      all.put("repeat", repeat);
      all.put("sweep", sweeps);
      all.put("hideSupport", goldChunks != null);
      all.put("corpus", Fingerprint.of(snapshot));
      all.put("prompts", Fingerprint.ofPrompts(snapshot, profile));
      all.put("budget", describe(budget, profile.tools(snapshot)));
      all.putAll(configuration);
      return new BatchManifest(all, information);
    }

    private static String libraryVersion() {
      return Objects.requireNonNullElse(
          Batch.class.getPackage().getImplementationVersion(), "development");
    }

    /** Returns the settings of the model of the first run. */
    private ChatRequestParameters modelParameters() {
      Variant first = variants().get(0);
      String strategy = first.strategy().name();
      return models
          .apply(new BatchRun(strategy, first.setting(), questions.get(0), 0))
          .defaultRequestParameters();
    }

    private static Map<String, Object> describe(Budget budget, Toolbox tools) {
      Map<String, Object> limits = new TreeMap<>();
      limits.put("maxTurns", budget.maxTurns());
      limits.put("maxModelCalls", budget.maxModelCalls());
      limits.put("maxToolCalls", budget.maxToolCalls());
      for (RetrievalTool tool : tools.tools()) {
        limits.put("maxToolCalls " + tool.name(), budget.maxToolCalls(tool.name()));
      }
      limits.put("contextTokens", budget.contextTokens());
      limits.put("timeoutMillis", budget.timeout().toMillis());
      budget.totalTokens().ifPresent(tokens -> limits.put("totalTokens", tokens));
      budget.cost().ifPresent(cost -> limits.put("cost", cost));
      return limits;
    }
  }
}
