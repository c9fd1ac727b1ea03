package dev.arag.cli.internal.search;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.model.ConfiguredModel;
import dev.arag.cli.internal.option.BudgetOptions;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.EmbedderOption;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.option.PriceList;
import dev.arag.cli.internal.option.ProfileOption;
import dev.arag.cli.internal.option.ScopeOption;
import dev.arag.cli.internal.option.StrategyOption;
import dev.arag.cli.internal.option.ToolsOption;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.option.Utf8Path;
import dev.arag.cli.internal.report.AnswerDraft;
import dev.arag.cli.internal.report.AnswerText;
import dev.arag.cli.internal.report.AskResult;
import dev.arag.cli.internal.report.StepText;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.Embedder;
import dev.arag.core.error.AragException;
import dev.arag.web.TrajectoryPage;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag ask}: answers a question with an agent. */
@Command(
    description = "Answers a question from the documents, with checked citations.",
    sortOptions = false,
    footer = {
      "",
      "Environment variables select the LLM. For a server with an OpenAI-compatible API",
      "(vLLM, Ollama, llama.cpp, LM Studio ...), set ARAG_BASE_URL and ARAG_MODEL. For",
      "OpenAI, set ARAG_API_KEY and ARAG_MODEL. ARAG_REASONING_EFFORT,",
      "ARAG_CONTEXT_TOKENS and ARAG_REQUEST_TIMEOUT are optional. If none of these",
      "variables is set, a built-in rule-based model answers.",
      "Example: arag ask my.arag \"Where was the designer of the Old Bridge born?\""
    })
public final class AskCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Parameters(index = "1", paramLabel = "QUESTION", description = "The question, quoted.")
  private String question;

  @Mixin private ScopeOption scope;

  @Mixin private EmbedderOption embedder;

  @Mixin private StrategyOption strategy;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "default",
      description =
          "default, or paper: search, show and read chunks as the reference"
              + " implementation of the A-RAG paper does.")
  private ProfileOption profile;

  @Mixin private ToolsOption tools;

  @Mixin private BudgetOptions limits;

  @Option(
      names = "--check-claims",
      description =
          "Let the LLM judge, in one more request, whether the quotes prove each cited"
              + " sentence of the answer.")
  private boolean checkClaims;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "Write the trajectory of the run to FILE: as JSON if the name ends in .json, as"
              + " a web page if it ends in .html.")
  private @Nullable Path trace;

  @Option(
      names = "--steps",
      description = "Show each step, even if standard error is not a terminal.")
  private boolean steps;

  @Override
  public Integer call() throws IOException {
    validateOptions();
    PriceList priceList = limits.readPrices();
    ConfiguredModel model =
        ConfiguredModel.of(arag.environment().variables(), limits.requestTimeout());
    if (checkClaims && model.isExtractive()) {
      throw new UsageException("--check-claims requires an LLM; set ARAG_BASE_URL and ARAG_MODEL");
    }
    Budget budget = limits.budget(priceList);
    try (Embedder given = embedder.forQueries();
        OpenCorpus index = location.open(arag.environment().variables(), given)) {
      if (model.isExtractive()) {
        arag.output().note(model.about());
      }
      location.noteProfile(profile, index, arag.output());
      List<String> scopeWarnings = scope.warnings(index);
      scopeWarnings.forEach(arag.output()::note);
      Optional<AnswerDraft> draft =
          arag.output().liveText().map(live -> new AnswerDraft(arag.output(), live));
      return ask(agent(index, model, budget, draft), draft, priceList, scopeWarnings);
    }
  }

  private void validateOptions() {
    SemanticCommand.requireText("QUESTION", question);
    strategy.check();
    if (trace != null) {
      validateTrace(trace);
    }
  }

  private static void validateTrace(Path trace) {
    if (Files.isDirectory(trace)) {
      throw new UsageException("--trace " + trace + " is a folder; use a file name");
    }
    if (!isHtml(trace) && !isJson(trace)) {
      throw new UsageException(
          "--trace "
              + Utf8Path.toText(trace)
              + ": use FILE.json for JSON or FILE.html for a web page");
    }
    if (!Files.isDirectory(parentOf(trace))) {
      throw new UsageException(
          "--trace " + trace + ": no such folder: " + parentOf(trace) + "; create it first");
    }
  }

  private static Path parentOf(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder == null ? file : folder;
  }

  /** An answer that is shown while it is written needs a model that streams. */
  private Agent agent(
      OpenCorpus index, ConfiguredModel model, Budget budget, Optional<AnswerDraft> draft) {
    Corpus corpus = scope.within(index);
    Agent.Builder builder =
        (draft.isPresent() ? model.streamingAgent(corpus) : Agent.builder(corpus, model.model()))
            .profile(tools.profile(profile, index, arag.output()))
            .strategy(strategy.strategy(index, model.name()))
            .budget(budget);
    if (checkClaims) {
      builder.checkClaims();
    }
    if (draft.isPresent()) {
      builder.listener(draft.get());
    } else if (steps || arag.output().isTerminal()) {
      builder.listener(new StepText(arag.output()::draw));
    }
    return builder.build();
  }

  private int ask(
      Agent agent,
      Optional<AnswerDraft> draft,
      @Nullable PriceList priceList,
      List<String> scopeWarnings)
      throws IOException {
    try {
      Answer answer = agent.ask(question);
      report(
          answer.trajectory(),
          answer.warnings(),
          answer.settings(),
          draft,
          priceList,
          scopeWarnings);
      return ExitCode.OK;
    } catch (NoAnswerException e) {
      report(e.trajectory(), e.view().warnings(), e.settings(), draft, priceList, scopeWarnings);
      throw e;
    }
  }

  private static List<String> concat(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  /**
   * Prints the answer before writing the trace, so that a full disk cannot lose the answer.
   *
   * @param scopeWarnings warnings that were printed before; they are only repeated in JSON
   */
  private void report(
      Trajectory run,
      List<String> warnings,
      Answer.Settings settings,
      Optional<AnswerDraft> draft,
      @Nullable PriceList priceList,
      List<String> scopeWarnings)
      throws IOException {
    AnswerView view = AnswerView.of(run, concat(scopeWarnings, warnings), settings);
    AskResult result = AskResult.of(view, run.usage(), priceList);
    Optional<Answer> answer = run.answer().map(text -> new Answer(run, warnings, settings));
    Consumer<TextPage> text =
        arag.output().isTextOnTerminal()
            ? out -> AnswerText.writeNumbered(out, answer, result, warnings)
            : out -> AnswerText.write(out, result, warnings);
    draft.ifPresentOrElse(shown -> shown.finish(text), () -> arag.output().result(result, text));
    if (trace != null) {
      write(run, trace);
    }
  }

  private static boolean isHtml(Path file) {
    return isNamed(file, ".html") || isNamed(file, ".htm");
  }

  private static boolean isJson(Path file) {
    return isNamed(file, ".json");
  }

  private static boolean isNamed(Path file, String end) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(end);
  }

  private static void write(Trajectory run, Path file) throws IOException {
    try {
      if (isHtml(file)) {
        TrajectoryPage.write(run, file);
      } else {
        run.writeJson(file);
      }
    } catch (AragException e) {
      if (!(e.getCause() instanceof IOException cause)) {
        throw e;
      }
      throw cause instanceof FileSystemException fileProblem
          ? fileProblem
          : new FileSystemException(Utf8Path.toText(file), null, cause.getMessage());
    }
  }
}
