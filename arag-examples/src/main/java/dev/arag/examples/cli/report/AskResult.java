package dev.arag.examples.cli.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.arag.agent.Answer;
import dev.arag.agent.NoAnswerException;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.agent.trajectory.Usage;
import dev.arag.core.text.Location;
import dev.arag.examples.cli.option.PriceList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JSON result of {@code ask}, for a run with or without an answer.
 *
 * @param searches the unsuccessful searches if nothing was found, otherwise empty
 * @param cost the cost of the run in the currency of the prices; null without prices
 */
public record AskResult(
    @Nullable String answer,
    @Nullable String shortAnswer,
    String stopReason,
    String model,
    String strategy,
    String profile,
    List<String> warnings,
    List<Cited> citations,
    int turns,
    int toolCalls,
    long retrievedTokens,
    long inputTokens,
    long outputTokens,
    double seconds,
    @JsonIgnore Usage usage,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Search> searches,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double cost,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String currency) {
  public static final String STRATEGY = "arag";
  public static final String PROFILE = "default";

  /** One citation of the answer; unknown values are null. */
  record Cited(
      String chunk,
      String quote,
      String verdict,
      @Nullable String document,
      @Nullable Integer start,
      @Nullable Integer end,
      @Nullable Integer page,
      @Nullable String title,
      List<String> heading,
      @Nullable String language) {
    static Cited of(Citation citation) {
      Location location = citation.location();
      return new Cited(
          citation.chunk().value(),
          citation.quote(),
          citation.verdict().name(),
          location == null ? null : location.documentId(),
          citation.hasSpan() ? citation.start() : null,
          citation.hasSpan() ? citation.end() : null,
          location == null || location.page().isEmpty() ? null : location.page().getAsInt(),
          location == null ? null : location.title(),
          location == null ? List.of() : location.heading(),
          location == null ? null : DocumentLanguage.of(location));
    }
  }

  /**
   * A search call of the model.
   *
   * @param arguments a JSON object, as the model wrote it
   */
  record Search(String tool, String arguments) {}

  /**
   * @param more warnings of the command, shown before those of the run
   */
  public static AskResult of(Answer answer, String model, List<String> more) {
    boolean isNotFound = answer.stopReason() == StopReason.NOT_FOUND;
    List<Search> searches =
        answer.searches().stream()
            .filter(search -> isNotFound)
            .map(search -> new Search(search.name(), search.arguments()))
            .toList();
    return of(answer.trajectory(), join(more, answer.warnings()), model, searches);
  }

  public static AskResult of(NoAnswerException e, String model, List<String> more) {
    List<String> warnings = join(more, List.of(String.valueOf(e.getMessage())));
    return of(e.trajectory(), warnings, model, List.of());
  }

  private static List<String> join(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static AskResult of(
      Trajectory run, List<String> warnings, String model, List<Search> searches) {
    Usage usage = run.usage();
    return new AskResult(
        run.answer().orElse(null),
        run.shortAnswer().orElse(null),
        run.stopReason().name(),
        model,
        STRATEGY,
        PROFILE,
        warnings,
        run.citations().stream().map(Cited::of).toList(),
        usage.turns(),
        usage.toolCalls(),
        usage.retrievedTokens(),
        usage.inputTokens(),
        usage.outputTokens(),
        usage.elapsed().toMillis() / 1000.0,
        usage,
        searches,
        null,
        null);
  }

  /** Adds the cost of the run; returns this result unchanged without prices. */
  public AskResult withCost(@Nullable PriceList prices) {
    return prices == null
        ? this
        : new AskResult(
            answer,
            shortAnswer,
            stopReason,
            model,
            strategy,
            profile,
            warnings,
            citations,
            turns,
            toolCalls,
            retrievedTokens,
            inputTokens,
            outputTokens,
            seconds,
            usage,
            searches,
            prices.cost(usage),
            prices.currency());
  }
}
