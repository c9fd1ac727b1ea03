package dev.arag.examples.cli;

import dev.arag.agent.Agent;
import dev.arag.agent.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Profile;
import dev.arag.core.embed.Embedder;
import dev.arag.index.Index;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag ask}: an agent searches, reads and answers. */
@Command(
    description = "Answers a question from the documents, with checked citations.",
    sortOptions = false,
    footer = {
      "",
      "The LLM is set by the environment: ARAG_BASE_URL and ARAG_MODEL for any server",
      "that speaks OpenAI's API (vLLM, Ollama, llama.cpp, LM Studio ...); ARAG_API_KEY",
      "and ARAG_MODEL for OpenAI. Also ARAG_REASONING_EFFORT, ARAG_CONTEXT_TOKENS.",
      "Without any of them a built-in model without weights answers by rule.",
      "Example: arag ask my.arag \"Where was the designer of the Old Bridge born?\""
    })
final class AskCommand implements Callable<Integer> {
  @ParentCommand private Arag arag;

  @Mixin private IndexDirectory directory;

  @Parameters(index = "1", paramLabel = "QUESTION", description = "The question, quoted.")
  private String question;

  @Mixin private ScopeOption scope;

  @Mixin private EncoderOption encoder;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      defaultValue = AskResult.STRATEGY,
      description = "How the question is worked on: arag, the only one so far.")
  private String strategy;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = AskResult.PROFILE,
      description = "default; paper is not yet available here.")
  private Profile profile;

  @Option(
      names = "--max-turns",
      paramLabel = "N",
      defaultValue = "15",
      description = "Model calls before it must answer. Default 15.")
  private int maxTurns;

  @Option(
      names = "--context-tokens",
      paramLabel = "N",
      description = "The model's window. Default ARAG_CONTEXT_TOKENS, else 128000.")
  private @Nullable Integer contextTokens;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = TimeoutConverter.class,
      description = "For the whole run: 90s, 5m, 1h. Default 5m.")
  private Duration timeout;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = {
        "Write everything that happened to FILE: a name in .json",
        "for the record, in .html for a page to read."
      })
  private @Nullable Path trace;

  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description = {
        "Show what the run cost. FILE holds the prices of a",
        "million tokens: {\"input\": 2.5, \"cachedInput\": 1.25,",
        "\"output\": 10, \"currency\": \"USD\"}"
      })
  private @Nullable Path prices;

  @Option(
      names = "--max-cost",
      paramLabel = "N",
      description = "What the run may cost, in the currency of --prices. Default no limit.")
  private @Nullable Double maxCost;

  @Option(names = "--steps", description = "Show each step, even where no terminal is.")
  private boolean steps;

  @Override
  public Integer call() throws IOException {
    refuseWhatIsMissing();
    PriceList priceList = prices == null ? null : PriceList.read(prices);
    ConfiguredModel model = ConfiguredModel.of(arag.surroundings().environment());
    Budget budget = UsageException.orRefuse(() -> budget(model.contextTokens(), priceList));
    try (Embedder given = encoder.forQueries();
        Index index = directory.open(given)) {
      if (model.isExtractive()) {
        arag.output().note(model.about());
      }
      return ask(agent(index, model, budget), model, priceList);
    }
  }

  private void refuseWhatIsMissing() {
    SemanticCommand.requireText("QUESTION", question);
    if (!strategy.equals(AskResult.STRATEGY)) {
      throw new UsageException("--strategy knows only arag so far, was " + strategy);
    }
    if (profile == Profile.PAPER) {
      throw new UsageException("--profile paper is not yet available for ask; use default");
    }
    if (maxCost != null && prices == null) {
      throw new UsageException("--max-cost needs --prices FILE, which says what tokens cost");
    }
    if (trace != null) {
      refuseTrace(trace);
    }
  }

  private static void refuseTrace(Path trace) {
    if (Files.isDirectory(trace)) {
      throw new UsageException("--trace " + trace + " is a folder; name a file in it");
    }
    if (!isPage(trace) && !isRecord(trace)) {
      throw new UsageException(
          "--trace "
              + Utf8Path.text(trace)
              + ": name a FILE.json for the record, or a FILE.html for a page to read");
    }
    if (!Files.isDirectory(folderOf(trace))) {
      throw new UsageException(
          "--trace " + trace + ": there is no folder " + folderOf(trace) + "; create it first");
    }
  }

  private static Path folderOf(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder == null ? file : folder;
  }

  private Budget budget(OptionalInt modelWindow, @Nullable PriceList priceList) {
    Budget.Builder budget = Budget.builder().maxTurns(maxTurns).timeout(timeout);
    modelWindow.ifPresent(budget::contextTokens);
    if (contextTokens != null) {
      budget.contextTokens(contextTokens);
    }
    if (maxCost != null && priceList != null) {
      budget.cost(maxCost, priceList.prices());
    }
    return budget.build();
  }

  private Agent agent(Index index, ConfiguredModel model, Budget budget) {
    Agent.Builder builder =
        Agent.builder(index.within(scope.scope()), model.model()).budget(budget);
    if (steps || arag.output().isTerminal()) {
      builder.listener(new StepText(arag.output()::draw));
    }
    return builder.build();
  }

  private int ask(Agent agent, ConfiguredModel model, @Nullable PriceList priceList)
      throws IOException {
    try {
      var answer = agent.ask(question);
      tell(AskResult.of(answer, model.name()).pricedBy(priceList), answer.trajectory());
      return Failures.DONE;
    } catch (NoAnswerException e) {
      tell(AskResult.of(e, model.name()).pricedBy(priceList), e.trajectory());
      throw e;
    }
  }

  /** The answer first: it has been paid for, and a full disk must not take it away. */
  private void tell(AskResult result, Trajectory run) throws IOException {
    arag.output().result(result, out -> AnswerText.write(out, result));
    if (trace != null) {
      write(run, trace);
    }
  }

  private static boolean isPage(Path file) {
    return isNamed(file, ".html") || isNamed(file, ".htm");
  }

  private static boolean isRecord(Path file) {
    return isNamed(file, ".json");
  }

  private static boolean isNamed(Path file, String end) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(end);
  }

  private static void write(Trajectory run, Path file) throws IOException {
    try {
      if (isPage(file)) {
        run.writeHtml(file);
      } else {
        run.writeJson(file);
      }
    } catch (UncheckedIOException e) {
      IOException cause = Objects.requireNonNull(e.getCause());
      throw cause instanceof FileSystemException told
          ? told
          : new FileSystemException(Utf8Path.text(file), null, cause.getMessage());
    }
  }
}
