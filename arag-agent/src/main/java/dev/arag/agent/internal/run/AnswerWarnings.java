package dev.arag.agent.internal.run;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.Entailment;
import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.internal.string.Truncation;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.Toolbox;
import dev.arag.tools.internal.search.SemanticSearchTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Creates the warnings of an answer: there is no text to search, no search was made, a custom tool
 * failed, no source is cited, or quotes or terms do not occur in the text shown to the model.
 */
final class AnswerWarnings {
  private static final int MAX_NAMED_TERMS = 5;
  private static final int MAX_SENTENCE = 160;

  /** The outcomes of answers that need no source. */
  private static final Set<Outcome> CITES_NOTHING =
      Set.of(Outcome.NOT_FOUND, Outcome.NEEDS_CLARIFICATION);

  private AnswerWarnings() {}

  static List<String> of(RawAnswer draft, Trajectory trajectory, QuestionRun run) {
    List<String> warnings = new ArrayList<>(draft.warnings());
    if (foundNoText(trajectory, run)) {
      warnings.add("The index is empty, or the scope allows no document.");
    }
    if (showedNothing(trajectory)) {
      warnings.add(
          "No text was shown to the model: the index may be empty, or the scope may allow no"
              + " document.");
    } else if (trajectory.usage().toolCalls() == 0 && trajectory.shown().isEmpty()) {
      warnings.add("The answer was given without a search.");
    } else if (draft.reason() == StopReason.ANSWERED
        && trajectory.citations().isEmpty()
        && !CITES_NOTHING.contains(trajectory.outcome().orElseThrow())) {
      warnings.add("The answer cites no source.");
    }
    if (trajectory.outcome().orElseThrow() == Outcome.CONFLICT && sources(trajectory) < 2) {
      warnings.add("The answer says that sources disagree, but cites fewer than two of them.");
    }
    warnings.addAll(failedTools(trajectory, run));
    warnings.addAll(unverified(trajectory.citations()));
    warnings.addAll(removed(trajectory, run));
    if (draft.isByModel() && !isWithoutRetrieval(trajectory)) {
      warnings.addAll(unseen("", trajectory.unseenTerms()));
    }
    return warnings;
  }

  /**
   * Returns the number of sections that the note about the outcome cites; that of the whole answer
   * if the note cites none.
   */
  private static long sources(Trajectory trajectory) {
    int start = trajectory.answer().orElseThrow().lastIndexOf(trajectory.outcomeNote().orElse(""));
    int end = start + trajectory.outcomeNote().orElse("").length();
    List<Citation> inNote =
        Citation.Marker.of(trajectory.citations()).stream()
            .filter(marker -> marker.start() >= start && marker.end() <= end)
            .flatMap(marker -> marker.citations().stream())
            .toList();
    return (inNote.isEmpty() ? trajectory.citations() : inNote)
        .stream().map(each -> each.chunkId() + " " + each.section()).distinct().count();
  }

  /** Returns a warning for each custom tool and type of exception with which it failed. */
  private static List<String> failedTools(Trajectory trajectory, QuestionRun run) {
    return toolUses(trajectory)
        .filter(Step.ToolUse::hasFailed)
        .map(use -> run.tools().nameOf(use.call()) + " failed (" + use.errorType() + ").")
        .distinct()
        .toList();
  }

  /**
   * Whether a search found that there is no text at all. The results of other tools are not
   * considered, because custom tools can return any text.
   */
  private static boolean foundNoText(Trajectory trajectory, QuestionRun run) {
    return toolUses(trajectory)
        .filter(use -> Toolbox.isSearch(run.tools().nameOf(use.call())))
        .anyMatch(use -> use.observation().text().startsWith(SemanticSearchTool.EMPTY_CORPUS));
  }

  /** Whether the strategy looked for text to show, found none, and the model called no tool. */
  private static boolean showedNothing(Trajectory trajectory) {
    return trajectory.shown().isEmpty()
        && toolUses(trajectory).anyMatch(Step.ToolUse::isShow)
        && toolUses(trajectory)
            .allMatch(use -> use.isShow() && use.observation().shown().isEmpty());
  }

  /** Whether the model was neither shown any text nor offered a tool. */
  private static boolean isWithoutRetrieval(Trajectory trajectory) {
    return toolUses(trajectory).findAny().isEmpty()
        && trajectory.shown().isEmpty()
        && trajectory.steps().stream()
            .filter(Step.ModelCall.class::isInstance)
            .allMatch(step -> ((Step.ModelCall) step).request().tools().isEmpty());
  }

  private static Stream<Step.ToolUse> toolUses(Trajectory trajectory) {
    return trajectory.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast);
  }

  /** Returns a warning for each sentence that its quotes do not prove, and one for the others. */
  static List<String> claims(List<Claim> claims) {
    List<String> warnings = new ArrayList<>();
    Map<String, Integer> unchecked = new LinkedHashMap<>();
    for (Claim claim : claims) {
      if (claim.verdict() == Entailment.NOT_CHECKED) {
        unchecked.merge(claim.reason(), 1, Integer::sum);
      } else if (claim.verdict() != Entailment.ENTAILED) {
        warnings.add(
            "\"%s\" is %s%s"
                .formatted(
                    Truncation.withEllipsis(claim.text(), MAX_SENTENCE),
                    claim.verdict().description(),
                    claim.reason().isEmpty() ? "." : ": " + claim.reason()));
      }
    }
    unchecked.forEach(
        (reason, count) ->
            warnings.add(
                "%d of %d cited sentences were not checked against their quotes. %s"
                    .formatted(count, claims.size(), reason)));
    return warnings;
  }

  private static List<String> unverified(List<Citation> citations) {
    long unverified = citations.stream().filter(each -> !each.verdict().isVerified()).count();
    return unverified == 0
        ? List.of()
        : List.of(
            unverified
                + " of "
                + citations.size()
                + " citations are not in the text the model was shown.");
  }

  /**
   * Returns a warning about cited chunks that no longer exist. An earlier question of the
   * conversation may have read them in an older version of the documents.
   */
  private static List<String> removed(Trajectory trajectory, QuestionRun run) {
    if (trajectory.earlier().isEmpty()) {
      return List.of();
    }
    List<String> removed =
        trajectory.citations().stream()
            .filter(each -> each.verdict().isVerified())
            .map(Citation::chunkId)
            .distinct()
            .filter(run.tools()::wasShownEarlier)
            .filter(chunk -> run.state().corpus().read(chunk).isEmpty())
            .map(ChunkId::value)
            .toList();
    return removed.isEmpty()
        ? List.of()
        : List.of(
            "Shown for an earlier question but no longer in the documents: "
                + String.join(", ", removed)
                + ".");
  }

  /**
   * Returns a warning that names the terms that were not shown to the model.
   *
   * @param prefix the start of the sentence; may be empty
   */
  static List<String> unseen(String prefix, List<UnseenTerm> terms) {
    List<String> texts = terms.stream().map(UnseenTerm::text).distinct().toList();
    int unnamed = texts.size() - MAX_NAMED_TERMS;
    String more = unnamed > 0 ? " and " + unnamed + " more" : "";
    return texts.isEmpty()
        ? List.of()
        : List.of(
            prefix
                + (prefix.isEmpty() ? "Not" : "not")
                + " found in any text shown to the model: "
                + String.join(", ", texts.subList(0, Math.min(MAX_NAMED_TERMS, texts.size())))
                + more
                + ".");
  }
}
