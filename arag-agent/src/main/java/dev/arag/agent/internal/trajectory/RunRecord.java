package dev.arag.agent.internal.trajectory;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.internal.grounding.UnseenTermFinder;
import dev.arag.agent.model.Message;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.tools.call.Snippet;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of a trajectory, which the file of a trajectory contains. {@code Trajectory} describes
 * them.
 *
 * @param seed 0 if unknown
 * @param fields empty if only text was requested
 */
public record RunRecord(
    String question,
    List<Step> steps,
    StopReason stopReason,
    Duration elapsed,
    long seed,
    String fields,
    List<RunRecord> earlier,
    @Nullable ParsedAnswer answer,
    List<List<Message>> exchanges,
    List<String> warnings,
    List<Claim> claims) {
  public RunRecord {
    requireNonNull(question, "question");
    steps = List.copyOf(requireNonNull(steps, "steps"));
    requireNonNull(stopReason, "stopReason");
    requireNonNull(elapsed, "elapsed");
    requireNonNull(fields, "fields");
    earlier = List.copyOf(requireNonNull(earlier, "earlier"));
    exchanges =
        requireNonNull(exchanges, "exchanges").stream().<List<Message>>map(List::copyOf).toList();
    warnings = List.copyOf(requireNonNull(warnings, "warnings"));
    claims = List.copyOf(requireNonNull(claims, "claims"));
    int length = answer == null ? -1 : answer.text().length();
    int cited = answer == null ? 0 : answer.citations().size();
    if (!claims.stream().allMatch(claim -> claim.isIn(length, cited))) {
      throw new IllegalArgumentException("A claim is not part of the answer.");
    }
  }

  /** Returns a copy with other values of what is known only after the steps. */
  public RunRecord with(
      @Nullable ParsedAnswer answer,
      List<List<Message>> exchanges,
      List<String> warnings,
      List<Claim> claims) {
    return new RunRecord(
        question,
        steps,
        stopReason,
        elapsed,
        seed,
        fields,
        earlier,
        answer,
        exchanges,
        warnings,
        claims);
  }

  /** Returns the corpus text that was sent to a model in the conversation. */
  public List<Snippet> shown() {
    return ShownTextLog.shown(earlier, steps);
  }

  /** Returns the corpus text that one request contained. */
  public List<Snippet> shownIn(Step.Sent request) {
    return ShownTextLog.shownIn(request, earlier, steps);
  }

  /** Returns the figures and names of a text that no shown text contains. */
  public List<UnseenTerm> unseenTerms(String text) {
    List<Snippet> shown = shown();
    return UnseenTermFinder.find(text, shown, ShownTextLog.texts(question, shown, steps));
  }
}
