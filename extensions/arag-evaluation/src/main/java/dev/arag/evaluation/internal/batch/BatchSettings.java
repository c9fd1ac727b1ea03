package dev.arag.evaluation.internal.batch;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Strategies;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.evaluation.batch.BatchProgress;
import dev.arag.evaluation.batch.BatchRun;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.corpus.Fingerprint;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.evaluation.metric.AnswerMetrics;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.RetrievalTool;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a batch, with their defaults. The builder of a batch changes them; a batch has a
 * {@link #copy} that nobody changes.
 */
public final class BatchSettings implements Cloneable {
  public final Corpus corpus;
  public final Function<? super BatchRun, ChatModel> models;
  public List<Strategy> strategies = List.of(Strategies.arag());
  public List<Question> questions = List.of();
  public Profile profile = Profile.standard();
  public Budget budget = Budget.defaults();
  public int workers = 1;
  public int repeat = 1;
  public @Nullable Prices prices;
  public @Nullable LongSupplier nanoTime;
  public Consumer<? super BatchProgress> listener = progress -> {};
  public BiPredicate<? super Question, ? super String> check =
      (question, answer) -> AnswerMetrics.contains(answer, question.golds());
  public Map<String, List<String>> sweeps = new TreeMap<>();
  public @Nullable Function<? super Question, ? extends Collection<ChunkId>> goldChunks;
  public Map<String, Object> configuration = new TreeMap<>();
  public Map<String, Object> information = new TreeMap<>();
  public @Nullable String modelName;
  public int limit = Integer.MAX_VALUE;

  public BatchSettings(Corpus corpus, Function<? super BatchRun, ChatModel> models) {
    this.corpus = requireNonNull(corpus, "corpus");
    this.models = requireNonNull(models, "models");
  }

  /** Returns a copy with only the questions to ask. */
  public BatchSettings copy() {
    try {
      BatchSettings copy = (BatchSettings) super.clone();
      copy.questions = questions.stream().limit(limit).toList();
      copy.sweeps = new TreeMap<>(sweeps);
      copy.configuration = new TreeMap<>(configuration);
      copy.information = new TreeMap<>(information);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("This class can be cloned.", e);
    }
  }

  /** Returns each strategy with each combination of settings. */
  public List<Variant> variants() {
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
        BatchSettings.class.getPackage().getImplementationVersion(), "development");
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
