package dev.arag.cli.internal.evaluation;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.RankingStrategy;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Usage;
import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.ProgressLine;
import dev.arag.cli.internal.failure.InterruptedWorkException;
import dev.arag.cli.internal.model.ConfiguredModel;
import dev.arag.cli.internal.option.BudgetOptions;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.EmbedderOption;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.option.PriceList;
import dev.arag.cli.internal.option.ProfileOption;
import dev.arag.cli.internal.option.ScopeOption;
import dev.arag.cli.internal.option.StrategyNames;
import dev.arag.cli.internal.option.SweepOption;
import dev.arag.cli.internal.option.ToolsOption;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.option.Utf8Path;
import dev.arag.cli.internal.report.BatchProgressText;
import dev.arag.cli.internal.report.BatchResult;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.embed.Embedder;
import dev.arag.evaluation.Batch;
import dev.arag.evaluation.batch.BatchCancelledException;
import dev.arag.evaluation.batch.BatchReport;
import dev.arag.evaluation.batch.BatchRun;
import dev.arag.evaluation.batch.ChunkVectors;
import dev.arag.evaluation.batch.GoldChunks;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.Questions;
import dev.arag.index.IndexStats;
import dev.arag.knowledge.Knowledge;
import dev.arag.openai.OpenAiCompatible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag batch}: answers the questions of a file with one or more strategies. */
@Command(
    description = {
      "Answers the questions of a file with one or more strategies, and writes one line per run to"
          + " a folder.",
      "If the command was interrupted, run it again to continue: finished runs are not repeated."
    },
    sortOptions = false,
    footer = {
      "",
      "QUESTIONS is a JSON array, or a file with one JSON object per line, with the",
      "fields id, question, answer and, optionally, answer_aliases, supporting and",
      "supporting_chunks. The LLM is selected as for arag ask.",
      "Example: arag batch my.arag questions.json --out results --strategy arag,direct"
    })
public final class BatchCommand implements Callable<Integer> {
  /** A comma that does not precede an option of the same strategy. */
  private static final Pattern NAME_END = Pattern.compile(",(?![^,:+]*=)");

  private static final String EFFORT_VARIABLE = "ARAG_REASONING_EFFORT";

  /** What a vector describes in naive RAG. */
  public enum Unit {
    SENTENCE,
    CHUNK
  }

  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Parameters(index = "1", paramLabel = "QUESTIONS", description = "The file of questions.")
  private Path questions;

  @Option(
      names = "--out",
      paramLabel = "RESULTS",
      required = true,
      description = "The folder of the results.")
  private Path out;

  @Option(
      names = "--strategy",
      paramLabel = "NAMES",
      defaultValue = "arag",
      description = {
        "The strategies, separated by commas. Default: arag.",
        "Names: " + StrategyNames.DESCRIPTION
      },
      completionCandidates = StrategyNames.class)
  private String strategies;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "default",
      description = "default or paper.")
  private ProfileOption profile;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of runs at the same time. Default: 1.")
  private int workers;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "2147483647",
      description = "Ask only the first N questions. Default: all.")
  private int limit;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "Ask each question N times. Default: 1.")
  private int repeat;

  @Option(
      names = "--hide-support",
      description =
          "Ask each question a second time, and hide the chunks that contain its answer"
              + " (gold chunks). The correct answer is then NOT FOUND.")
  private boolean hideSupport;

  @Option(
      names = "--paragraphs",
      paramLabel = "FILE",
      description =
          "The file with the texts of the gold paragraphs; chunks that contain one are hidden."
              + " Default: hide the chunks whose ids are in supporting_chunks.")
  private @Nullable Path paragraphs;

  @Mixin private SweepOption sweep;

  @Option(
      names = "--unit",
      paramLabel = "NAME",
      defaultValue = "sentence",
      description =
          "What naive-rag compares with the question: the vector of each sentence (default)"
              + " or of each chunk. Chunk vectors are stored in RESULTS/vectors.")
  private Unit unit;

  @Mixin private ToolsOption tools;

  @Mixin private BudgetOptions limits;

  @Mixin private ScopeOption scope;

  @Mixin private EmbedderOption embedder;

  @Override
  public Integer call() throws IOException {
    PriceList prices = limits.readPrices();
    List<Question> asked = readQuestions();
    GoldParagraphs gold =
        paragraphs == null
            ? GoldParagraphs.NONE
            : GoldParagraphs.read(requireFile("--paragraphs", paragraphs));
    Map<String, ConfiguredModel> models = models();
    try (Embedder given = embedder.forQueries();
        OpenCorpus index = location.open(arag.environment().variables(), given);
        Embedder ofChunks = unit == Unit.CHUNK && given == null ? defaultEmbedder() : null) {
      location.noteProfile(profile, index, arag.output());
      Catalogue corpus = scope.within(index, arag.output());
      Batch.Builder batch =
          Batch.builder(corpus, run -> modelOf(run, models).model())
              .questions(asked)
              .profile(tools.profile(profile, index, arag.output()))
              .budget(limits.budget(prices));
      UsageException.requireValid(() -> batch.workers(workers).repeat(repeat).limit(limit));
      sweep.apply(batch);
      describe(batch, index.stats(), models.values().iterator().next());
      if (prices != null) {
        batch.prices(prices.prices());
      }
      if (hideSupport) {
        batch.hideSupport(GoldChunks.of(corpus, gold, asked));
      }
      Embedder chunkEmbedder = ofChunks == null ? given : ofChunks;
      String modelName = models.values().iterator().next().name();
      List<Strategy> found =
          strategies(
              batch, corpus, chunkEmbedder, name -> StrategyNames.find(name, index, modelName));
      batch
          .strategies(found)
          .information("indexCosts", indexCosts(found, index, modelName, prices));
      int exitCode = run(batch, prices);
      batch.build().writeBestSentences(out);
      return exitCode;
    }
  }

  private List<Question> readQuestions() {
    List<Question> asked = Questions.read(requireFile("QUESTIONS", questions));
    if (asked.isEmpty()) {
      throw new UsageException(
          "QUESTIONS: " + Utf8Path.toText(questions) + " contains no questions");
    }
    return asked;
  }

  private static Path requireFile(String name, Path file) {
    if (!Files.isRegularFile(file)) {
      throw new UsageException(name + ": no such file: " + Utf8Path.toText(file));
    }
    return file;
  }

  /** Returns a model for each value of the reasoning effort. */
  private Map<String, ConfiguredModel> models() {
    Map<String, String> variables = arag.environment().variables();
    Map<String, ConfiguredModel> models = new LinkedHashMap<>();
    for (String effort : sweep.efforts().toList()) {
      Map<String, String> changed = new HashMap<>(variables);
      if (!effort.isEmpty()) {
        changed.put(EFFORT_VARIABLE, effort);
      }
      // The changed variables alone would look like an incomplete configuration.
      boolean isConfigured = OpenAiCompatible.isConfigured(variables);
      models.put(
          effort, ConfiguredModel.of(isConfigured ? changed : variables, limits.requestTimeout()));
    }
    ConfiguredModel first = models.values().iterator().next();
    if (first.isExtractive() && sweep.changesEffort()) {
      throw new UsageException("--sweep effort requires an LLM; set ARAG_BASE_URL and ARAG_MODEL");
    }
    if (first.isExtractive()) {
      arag.output().note(first.about());
    }
    return models;
  }

  private static ConfiguredModel modelOf(BatchRun run, Map<String, ConfiguredModel> models) {
    return Objects.requireNonNull(models.get(run.setting().getOrDefault("effort", "")));
  }

  private static Embedder defaultEmbedder() {
    return EmbedderOption.parse(EmbedderOption.BGE).orElseThrow();
  }

  /** Adds what the results depend on, and where they come from, to the manifest. */
  private void describe(Batch.Builder batch, IndexStats stats, ConfiguredModel model) {
    Map<String, String> variables = arag.environment().variables();
    batch
        .modelName(model.name())
        .configuration("embedder", Objects.requireNonNullElse(stats.embedder(), "none"))
        .configuration("reasoningEffort", variables.getOrDefault(EFFORT_VARIABLE, ""))
        .configuration("modelContextTokens", variables.getOrDefault("ARAG_CONTEXT_TOKENS", ""))
        .configuration("scope", scope.describe())
        .configuration("tools", tools.describe())
        .configuration("unit", unit.name().toLowerCase(Locale.ROOT))
        .information("index", location.toString())
        .information("generation", stats.generation())
        .information("questions", Utf8Path.toText(questions))
        .information("split", String.valueOf(questions.getFileName()))
        .information("endpoint", model.isExtractive() ? "" : model.about());
  }

  /** Returns what the requests that built the index of each strategy cost, if there were any. */
  private static Map<String, Map<String, Number>> indexCosts(
      List<Strategy> strategies, OpenCorpus corpus, String modelName, @Nullable PriceList prices) {
    Map<String, Map<String, Number>> costs = new TreeMap<>();
    Optional<Knowledge> knowledge = corpus.index().map(each -> Knowledge.of(each, modelName));
    for (Strategy strategy : strategies) {
      Map<String, Usage> usage =
          knowledge.map(each -> each.indexUsage(strategy.name())).orElse(Map.of());
      if (!usage.isEmpty()) {
        costs.put(strategy.name(), indexCost(usage, prices));
      }
    }
    return costs;
  }

  private static Map<String, Number> indexCost(
      Map<String, Usage> usage, @Nullable PriceList prices) {
    Map<String, Number> cost = new LinkedHashMap<>();
    cost.put("modelCalls", usage.values().stream().mapToInt(Usage::modelCalls).sum());
    cost.put("inputTokens", usage.values().stream().mapToLong(Usage::inputTokens).sum());
    cost.put("outputTokens", usage.values().stream().mapToLong(Usage::outputTokens).sum());
    if (prices != null) {
      double sum = 0;
      for (Map.Entry<String, Usage> each : usage.entrySet()) {
        Usage of = each.getValue();
        sum +=
            prices
                .prices()
                .of(each.getKey(), of.inputTokens(), of.cachedInputTokens(), of.outputTokens());
      }
      cost.put("cost", sum);
    }
    return cost;
  }

  private List<Strategy> strategies(
      Batch.Builder batch,
      Catalogue corpus,
      @Nullable Embedder chunkEmbedder,
      Function<String, Strategy> find) {
    List<String> names = List.of(NAME_END.split(strategies, -1));
    if (chunkEmbedder == null || unit == Unit.SENTENCE) {
      return named(names.stream().map(name -> () -> find.apply(name)));
    }
    if (names.stream().noneMatch(BatchCommand::isNaiveRag)) {
      throw new UsageException("--unit chunk requires --strategy naive-rag");
    }
    if (names.stream().anyMatch(name -> name.contains("+naive-rag"))) {
      throw new UsageException(
          "--unit chunk cannot be combined with a wrapper, as in graded+naive-rag");
    }
    ChunkVectors vectors = openVectors(corpus, chunkEmbedder);
    batch
        .configuration("chunkEmbedder", chunkEmbedder.fingerprint())
        .information("truncatedChunks", vectors.truncatedChunks())
        .information("truncatedTokens", vectors.truncatedTokens());
    return named(names.stream().map(name -> () -> withVectors(name, find.apply(name), vectors)));
  }

  private static List<Strategy> named(Stream<Supplier<Strategy>> strategies) {
    return strategies.map(UsageException::requireValid).toList();
  }

  private static boolean isNaiveRag(String name) {
    return name.split(":", 2)[0].equals("naive-rag");
  }

  private static Strategy withVectors(String name, Strategy strategy, ChunkVectors vectors) {
    return isNaiveRag(name) && strategy instanceof RankingStrategy ranked
        ? Strategies.naiveRag(ranked.chunks(), vectors)
        : strategy;
  }

  private ChunkVectors openVectors(Catalogue corpus, Embedder chunkEmbedder) {
    try (ProgressLine line = new ProgressLine(arag.output(), System::nanoTime)) {
      ChunkVectors vectors =
          ChunkVectors.open(
              out.resolve("vectors"),
              corpus,
              chunkEmbedder,
              share -> line.show(share, "chunks embedded"));
      if (vectors.truncatedChunks() > 0) {
        arag.output()
            .note(
                Formatting.count(vectors.truncatedChunks(), "chunk")
                    + " longer than the embedder accepts; the vectors ignore "
                    + Formatting.count(vectors.truncatedTokens(), "token"));
      }
      return vectors;
    }
  }

  private int run(Batch.Builder batch, @Nullable PriceList prices) {
    BatchResult result = BatchResult.of(execute(batch));
    String currency = prices == null ? "" : prices.currency();
    arag.output().result(result, page -> result.write(page, currency));
    return ExitCode.OK;
  }

  private BatchReport execute(Batch.Builder builder) {
    try (ProgressLine line = new ProgressLine(arag.output(), System::nanoTime)) {
      BatchProgressText progress = new BatchProgressText(line, System::nanoTime);
      Batch batch = UsageException.requireValid(builder.listener(progress::report)::build);
      return batch.run(out);
    } catch (BatchCancelledException e) {
      throw new InterruptedWorkException(
          "interrupted; "
              + Formatting.number(e.finished())
              + " of "
              + Formatting.count(e.questions(), "run")
              + " are finished; run the command again to continue",
          e);
    }
  }
}
