package dev.arag.agent.answer;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.internal.citation.MarkerFreeText;
import dev.arag.agent.internal.citation.MarkerFreeText.WithoutMarkers;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.step.Usage;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.text.Location;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run as plain values, for JSON. The components are the fields that {@code arag ask
 * --json} writes. All types are types of the JDK or records of such types, without annotations, so
 * that every JSON library can write them. Later versions may add components, but do not rename or
 * remove them.
 *
 * @param answer the text of the answer; null if there is no answer
 * @param shortAnswer the first line of the answer; null if there is no answer
 * @param stopReason the name of the {@link StopReason}
 * @param model the name of the main model in its settings or, if there is none, in its first reply;
 *     the empty string if neither contains a name
 * @param strategy the name of the strategy
 * @param profile the name of the profile, such as {@code default} or {@code paper}
 * @param warnings the reasons why a reader should check the answer; if there is no answer, the
 *     reason why
 * @param turns the number of requests to the main model
 * @param seconds the duration of the run
 * @param searches the searches of the run if the outcome is {@link Outcome#NOT_FOUND}; otherwise
 *     empty
 * @param id the id of the run, see {@link Trajectory#id()}; the empty string if there is none
 * @param complete whether the model completed its answer normally, see {@link Answer#isComplete()}
 * @param sources the cited sources in the order of their numbers
 * @param text the text of the answer without citation markers; null if there is no answer
 * @param markers one element for each citation of each citation marker, in the order of the text
 * @param claims see {@link Answer#claims()}
 * @param outcome the name of the {@link Outcome}; null if there is no answer
 * @param outcomeNote the part of the answer that explains the outcome, see {@link
 *     Answer#outcomeNote()}; null if there is none
 */
public record AnswerView(
    @Nullable String answer,
    @Nullable String shortAnswer,
    String stopReason,
    String model,
    String strategy,
    String profile,
    List<String> warnings,
    List<Citation.View> citations,
    int turns,
    int toolCalls,
    long retrievedTokens,
    long inputTokens,
    long outputTokens,
    double seconds,
    List<SearchView> searches,
    String id,
    boolean complete,
    List<SourceView> sources,
    List<UnseenTerm> unseenTerms,
    UsageView usage,
    @Nullable String text,
    List<MarkerView> markers,
    List<Claim> claims,
    @Nullable String outcome,
    @Nullable String outcomeNote) {
  /**
   * Returns the view of a run.
   *
   * @param warnings the warnings of the answer; if there is no answer, the reason why
   */
  public static AnswerView of(Trajectory run, List<String> warnings, Answer.Settings settings) {
    boolean isNotFound = run.outcome().filter(Outcome.NOT_FOUND::equals).isPresent();
    List<ToolCall> searches =
        isNotFound ? new Answer(run, warnings, settings).searches() : List.of();
    UsageView usage = UsageView.of(run.usage());
    List<Citation.Marker> markers = Citation.Marker.of(run.citations());
    Optional<WithoutMarkers> text = run.answer().map(answer -> MarkerFreeText.of(answer, markers));
    return new AnswerView(
        run.answer().orElse(null),
        run.shortAnswer().orElse(null),
        run.stopReason().name(),
        model(run, settings),
        settings.strategy(),
        settings.profile(),
        List.copyOf(warnings),
        run.citations().stream().map(Citation::view).toList(),
        usage.turns(),
        usage.toolCalls(),
        usage.retrievedTokens(),
        usage.inputTokens(),
        usage.outputTokens(),
        usage.seconds(),
        searches.stream().map(each -> new SearchView(each.name(), each.arguments())).toList(),
        run.id().orElse(""),
        run.answer().isPresent() && run.stopReason().isComplete(),
        SourceView.of(run),
        run.unseenTerms(),
        usage,
        text.map(WithoutMarkers::text).orElse(null),
        text.map(each -> markers(run.citations(), markers, each.claims())).orElse(List.of()),
        run.claims(),
        run.outcome().map(Outcome::name).orElse(null),
        run.outcomeNote().orElse(null));
  }

  private static List<MarkerView> markers(
      List<Citation> citations, List<Citation.Marker> markers, List<Span> claims) {
    List<MarkerView> views = new ArrayList<>();
    for (int i = 0; i < markers.size(); i++) {
      Span claim = claims.get(i);
      for (Citation citation : markers.get(i).citations()) {
        views.add(new MarkerView(citations.indexOf(citation), claim.start(), claim.end()));
      }
    }
    return List.copyOf(views);
  }

  /** Returns the name in the settings of the model or, if there is none, the name in its reply. */
  private static String model(Trajectory run, Answer.Settings settings) {
    if (settings.model() != null) {
      return settings.model();
    }
    return run.steps().stream()
        .filter(Step.ModelCall.class::isInstance)
        .findFirst()
        .map(step -> ((Step.ModelCall) step).reply().model())
        .orElse("");
  }

  /**
   * A place in the text of the answer at which a citation marker was removed, see {@link
   * AnswerView#text()}.
   *
   * @param citation the zero-based index of the citation, see {@link AnswerView#citations()}
   * @param start the start of the sentence to which the marker belongs, in UTF-16 units; {@code
   *     end} if the marker precedes its sentence
   * @param end the place of the marker, where a footnote can be inserted
   */
  public record MarkerView(int citation, int start, int end) {}

  /**
   * A cited chunk. All values except the number and the chunk are null or empty if the chunk was
   * never shown to the model.
   *
   * @param number the number that the citations of this source have
   * @param heading the titles of the sections that contain the first quote from the chunk
   * @param page the page of the first quote from the chunk; null if the document has no pages
   * @param url the address of the document, see {@link Location#url()}; null if there is none
   */
  public record SourceView(
      int number,
      String chunk,
      @Nullable String document,
      @Nullable String title,
      List<String> heading,
      @Nullable Integer page,
      @Nullable String url) {
    static List<SourceView> of(Trajectory run) {
      Map<Integer, Citation> first = new LinkedHashMap<>();
      run.citations().forEach(citation -> first.putIfAbsent(citation.number(), citation));
      List<SourceView> sources = new ArrayList<>();
      for (Citation citation : first.values()) {
        sources.add(
            of(new Citation.Source(citation.number(), citation.chunkId(), place(citation, run))));
      }
      return List.copyOf(sources);
    }

    /** Returns the view of a source. */
    public static SourceView of(Citation.Source source) {
      Location place = source.location();
      return new SourceView(
          source.number(),
          source.chunkId().value(),
          place == null ? null : place.documentId(),
          place == null ? null : place.title(),
          place == null ? List.of() : place.heading(),
          place == null || place.page().isEmpty() ? null : place.page().getAsInt(),
          place == null ? null : place.url().orElse(null));
    }

    /**
     * Returns the place of the first quote from a cited chunk. If the model attributed another text
     * to the chunk, returns the place of the chunk itself.
     */
    private static @Nullable Location place(Citation citation, Trajectory run) {
      return run.citations().stream()
          .filter(each -> each.chunkId().equals(citation.chunkId()))
          .filter(each -> each.verdict() != Verdict.MISATTRIBUTED)
          .flatMap(each -> each.location().stream())
          .findFirst()
          .orElseGet(() -> shownPlace(citation, run));
    }

    private static @Nullable Location shownPlace(Citation citation, Trajectory run) {
      return run.shown().stream()
          .filter(snippet -> snippet.chunkId().equals(citation.chunkId()))
          .map(Snippet::location)
          .findFirst()
          .orElse(null);
    }
  }

  /**
   * A search that the model made.
   *
   * @param arguments a JSON object, as the model wrote it
   */
  public record SearchView(String tool, String arguments) {}

  /** The resources that the run used, see {@link Usage}. */
  public record UsageView(
      int turns,
      int modelCalls,
      int toolCalls,
      long retrievedTokens,
      long inputTokens,
      long cachedInputTokens,
      long outputTokens,
      double seconds) {
    static UsageView of(Usage usage) {
      return new UsageView(
          usage.turns(),
          usage.modelCalls(),
          usage.toolCalls(),
          usage.retrievedTokens(),
          usage.inputTokens(),
          usage.cachedInputTokens(),
          usage.outputTokens(),
          usage.elapsed().toMillis() / 1000.0);
    }
  }
}
