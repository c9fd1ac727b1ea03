package dev.arag.cli.internal.index;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.ProgressLine;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.failure.InterruptedWorkException;
import dev.arag.cli.internal.model.ConfiguredModel;
import dev.arag.cli.internal.option.IndexDirectory;
import dev.arag.cli.internal.option.PriceList;
import dev.arag.cli.internal.option.TimeoutConverter;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.option.Utf8Path;
import dev.arag.index.Index;
import dev.arag.knowledge.Knowledge;
import dev.arag.knowledge.job.ExtractionEstimate;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.knowledge.job.ExtractionReport;
import dev.arag.knowledge.job.ExtractionReport.Stop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code arag extract}: extracts facts or makes summaries of an index with an LLM. */
@Command(
    description = {
      "Extracts facts from the chunks of an index with an LLM, or summarizes its documents, for"
          + " strategies that need this. Each chunk or summary needs a request.",
      "If the command was interrupted or has reached a limit, run it again to continue: a text is"
          + " never sent twice."
    },
    sortOptions = false,
    footer = {
      "",
      "The LLM is selected as for arag ask.",
      "Example: arag extract my.arag --facts --estimate"
    })
public final class ExtractCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private IndexDirectory directory;

  @Option(
      names = "--facts",
      description = "Extract facts: subject, relation and object. For the strategy hippo.")
  private boolean facts;

  @Option(
      names = "--summaries",
      description =
          "Summarize documents, their sections, and in large indexes groups of documents. For"
              + " raptor and overview.")
  private boolean summaries;

  @Option(names = "--estimate", description = "Only show what this would cost; send no request.")
  private boolean estimate;

  @Option(
      names = "--yes",
      description =
          "Do not ask for confirmation after the estimate. Only a terminal is asked: if the input or"
              + " the output is not one, the command continues.")
  private boolean yes;

  @Option(
      names = "--max-calls",
      paramLabel = "N",
      description = "Number of requests after which to stop. Default: no limit.")
  private @Nullable Integer maxCalls;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      description = "Number of input and output tokens after which to stop. Default: no limit.")
  private @Nullable Long maxTokens;

  @Option(
      names = "--max-time",
      paramLabel = "TIME",
      converter = TimeoutConverter.class,
      description = "Time after which to stop, such as 90s, 5m or 1h. Default: no limit.")
  private @Nullable Duration maxTime;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "4",
      description = "Number of requests at the same time. Default: 4.")
  private int workers;

  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description = "Show the cost. FILE contains token prices as for arag ask.")
  private @Nullable Path prices;

  @Option(
      names = "--max-cost",
      paramLabel = "N",
      description = "Cost after which to stop, in the currency of --prices. Default: no limit.")
  private @Nullable Double maxCost;

  record EstimateResult(
      int chunks,
      int covered,
      int calls,
      int reused,
      long inputTokens,
      long outputTokens,
      @Nullable Double cost) {}

  record ExtractResult(
      int chunks,
      int covered,
      int done,
      int empty,
      int reused,
      int refused,
      Map<String, Integer> failures,
      int left,
      int calls,
      long inputTokens,
      long outputTokens,
      @Nullable Double cost,
      double seconds,
      String stop) {}

  @Override
  public Integer call() throws IOException {
    if (facts == summaries) {
      throw new UsageException("extract needs either --facts or --summaries");
    }
    PriceList priceList = readPrices();
    ExtractionLimits limits = UsageException.requireValid(() -> limits(priceList));
    ConfiguredModel model = ConfiguredModel.of(arag.environment().variables());
    if (model.isExtractive() && !estimate) {
      throw new UsageException("extract requires an LLM; set ARAG_BASE_URL and ARAG_MODEL");
    }
    try (Index index = directory.open()) {
      Knowledge knowledge = Knowledge.of(index, model.name());
      return estimate
          ? showEstimate(expected(knowledge, limits), priceList)
          : extract(knowledge, model, limits, priceList);
    }
  }

  private @Nullable PriceList readPrices() throws IOException {
    if (maxCost != null && prices == null) {
      throw new UsageException("--max-cost requires --prices FILE with token prices");
    }
    if (prices != null && !Files.isRegularFile(prices)) {
      throw new UsageException("--prices: no such file: " + Utf8Path.toText(prices));
    }
    return prices == null ? null : PriceList.read(prices);
  }

  private ExtractionLimits limits(@Nullable PriceList priceList) {
    ExtractionLimits limits = ExtractionLimits.none().parallelCalls(workers);
    limits = maxCalls == null ? limits : limits.maxCalls(maxCalls);
    limits = maxTokens == null ? limits : limits.maxTokens(maxTokens);
    limits = maxTime == null ? limits : limits.maxTime(maxTime);
    limits = priceList == null ? limits : limits.prices(priceList.prices());
    return maxCost == null || priceList == null
        ? limits
        : limits.maxCost(maxCost, priceList.prices());
  }

  private static @Nullable Double nullable(OptionalDouble cost) {
    return cost.isPresent() ? cost.getAsDouble() : null;
  }

  private ExtractionEstimate expected(Knowledge knowledge, ExtractionLimits limits) {
    return facts ? knowledge.estimateFacts(limits) : knowledge.estimateSummaries(limits);
  }

  private String units(int count) {
    return Formatting.count(count, facts ? "chunk" : "part");
  }

  private int showEstimate(ExtractionEstimate expected, @Nullable PriceList priceList) {
    EstimateResult result =
        new EstimateResult(
            expected.chunks(),
            expected.covered(),
            expected.calls(),
            expected.reused(),
            expected.inputTokens(),
            expected.outputTokens(),
            nullable(expected.cost()));
    arag.output()
        .result(
            result,
            out -> {
              out.line("The " + known(expected.covered(), expected.chunks()) + ".");
              out.line(cost(expected, priceList));
            });
    return ExitCode.OK;
  }

  private static String cost(ExtractionEstimate expected, @Nullable PriceList priceList) {
    return "About "
        + Formatting.count(expected.calls(), "request")
        + " with "
        + Formatting.count(expected.inputTokens(), "input token")
        + " and "
        + Formatting.count(expected.outputTokens(), "output token")
        + cost(expected.cost(), priceList)
        + ".";
  }

  private String known(int covered, int chunks) {
    return (facts ? "facts of " : "summaries of ")
        + Formatting.number(covered)
        + " of "
        + units(chunks)
        + " are known";
  }

  private static String cost(OptionalDouble cost, @Nullable PriceList priceList) {
    String currency = priceList == null || priceList.currency().isEmpty() ? "" : " ";
    return cost.isEmpty() || priceList == null
        ? ""
        : String.format(Locale.ROOT, ", cost %.2f", cost.getAsDouble())
            + currency
            + priceList.currency();
  }

  private int extract(
      Knowledge knowledge,
      ConfiguredModel model,
      ExtractionLimits limits,
      @Nullable PriceList priceList) {
    ExtractionEstimate expected = expected(knowledge, limits);
    arag.output().note(cost(expected, priceList));
    if (!yes && expected.calls() > 0 && !isConfirmed()) {
      arag.output().note("No request was sent.");
      return ExitCode.SOFTWARE;
    }
    ExtractionReport report;
    try (ProgressLine line = new ProgressLine(arag.output(), System::nanoTime)) {
      Consumer<ExtractionReport> show = progress -> show(progress, line, priceList);
      report =
          facts
              ? knowledge.extractFacts(model.model(), limits, show)
              : knowledge.extractSummaries(model.model(), limits, show);
    }
    if (report.stop() == Stop.INTERRUPTED) {
      throw new InterruptedWorkException(
          "interrupted; the "
              + known(report.covered(), report.chunks())
              + "; run the command again to continue",
          new InterruptedException());
    }
    ExtractResult result =
        new ExtractResult(
            report.chunks(),
            report.covered(),
            report.done(),
            report.empty(),
            report.reused(),
            report.refused(),
            report.failures(),
            report.left(),
            report.calls(),
            report.inputTokens(),
            report.outputTokens(),
            nullable(report.cost()),
            report.elapsed().toMillis() / 1e3,
            report.stop().name().toLowerCase(Locale.ROOT));
    arag.output().result(result, out -> write(out, report, priceList));
    boolean isFailure = report.failed() > 0 && report.done() + report.empty() == 0;
    return isFailure || report.stop() == Stop.FAILURES ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private boolean isConfirmed() {
    try {
      return arag.output().confirm("Send these requests?");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedWorkException("interrupted; no request was sent", e);
    }
  }

  private void show(ExtractionReport report, ProgressLine line, @Nullable PriceList priceList) {
    line.show(
        (double) report.covered() / Math.max(1, report.chunks()),
        Formatting.number(report.covered())
            + "/"
            + units(report.chunks())
            + (report.failed() == 0 ? "" : ", " + report.failed() + " failed")
            + cost(report.cost(), priceList));
  }

  private void write(TextPage out, ExtractionReport report, @Nullable PriceList priceList) {
    out.line("The " + known(report.covered(), report.chunks()) + ".");
    out.line(
        Formatting.count(report.calls(), "request")
            + ", "
            + Formatting.count(report.inputTokens(), "input token")
            + ", "
            + Formatting.count(report.outputTokens(), "output token")
            + cost(report.cost(), priceList)
            + ", "
            + Formatting.seconds(report.elapsed().toMillis() / 1e3)
            + ".");
    if (report.failed() > 0) {
      Map<String, Integer> kinds = new TreeMap<>(report.failures());
      if (report.refused() > 0) {
        kinds.put("refused", report.refused());
      }
      out.line(
          kinds.entrySet().stream()
              .map(kind -> failure(kind.getKey()) + " (" + kind.getValue() + ")")
              .collect(Collectors.joining(", ", units(report.failed()) + " failed: ", ".")));
    }
    if (report.stop() == Stop.FAILURES) {
      out.line("Stopped after 20 failures in a row. Check the LLM, and run the command again.");
    } else if (report.stop() != Stop.FINISHED) {
      out.line(
          "A limit was reached; "
              + units(report.left())
              + " left. Run the command again to continue.");
    }
  }

  private static String failure(String kind) {
    return switch (kind) {
      case "authentication" -> "the server rejects the key, check ARAG_API_KEY";
      case "not_found" -> "the server has no such model, check ARAG_MODEL and ARAG_BASE_URL";
      case "unreachable" -> "the server cannot be reached, check ARAG_BASE_URL";
      case "quota" -> "the quota is used up";
      case "refused" -> "the LLM refused";
      case "unreadable" -> "the reply does not have the requested format";
      default -> kind.replace('_', ' ');
    };
  }
}
