package dev.arag.cli.internal;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.Usage;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.evaluation.metric.AnswerMetrics;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Computes metrics of the runs of one model. The metrics are computed from trajectories only, so
 * saved runs can be evaluated again.
 */
final class LiveFigures {
  private static final String READ_BEFORE = "] This text has been shown before";

  private int runs;
  private int abstentions;
  private int withoutAnswer;
  private int withGold;
  private long turns;
  private long inputTokens;
  private long outputTokens;
  private Share validCalls = Share.NONE;
  private Share answersWithIds = Share.NONE;
  private Share verifiedQuotes = Share.NONE;
  private Share repeatedReads = Share.NONE;

  /**
   * A ratio.
   *
   * @param count the number of matching items
   * @param all the number of all items
   */
  record Share(long count, long all) {
    static final Share NONE = new Share(0, 0);

    Share plus(long more, long moreOfAll) {
      return new Share(count + more, all + moreOfAll);
    }

    double percent() {
      return all == 0 ? Double.NaN : 100.0 * count / all;
    }

    @Override
    public String toString() {
      return all == 0
          ? "none"
          : String.format(Locale.ROOT, "%.1f %% (%d of %d)", percent(), count, all);
    }
  }

  /** A metric and its target. */
  record Target(String name, Share share, boolean isMet) {}

  void add(Trajectory run, List<String> goldAnswers) {
    runs++;
    Usage usage = run.usage();
    turns += usage.turns();
    inputTokens += usage.inputTokens();
    outputTokens += usage.outputTokens();
    run.steps().forEach(this::add);
    boolean isAnswered = isAnsweredByModel(run);
    if (run.outcome().filter(Outcome.NOT_FOUND::equals).isPresent()) {
      abstentions++;
      return;
    }
    withoutAnswer += isAnswered ? 0 : 1;
    withGold += isAnswered && AnswerMetrics.contains(run.answer().orElse(""), goldAnswers) ? 1 : 0;
    answersWithIds = answersWithIds.plus(isAnswered && !run.citations().isEmpty() ? 1 : 0, 1);
    if (isAnswered) {
      run.citations().forEach(this::add);
    }
  }

  /**
   * Whether the model wrote the answer. If the model does not answer, the loop returns passages,
   * which must not count as an answer of the model.
   */
  private static boolean isAnsweredByModel(Trajectory run) {
    String first = run.answer().map(text -> text.strip().lines().findFirst().orElse("")).orElse("");
    return !first.isEmpty()
        && run.steps().stream()
            .filter(Step.ModelCall.class::isInstance)
            .anyMatch(step -> ((Step.ModelCall) step).reply().text().contains(first));
  }

  private void add(Step step) {
    if (step instanceof Step.ToolUse use) {
      boolean isValid = !(use.observation() instanceof Observation.Rejected);
      validCalls = validCalls.plus(isValid ? 1 : 0, 1);
      if (isValid && use.call().name().equals(Toolbox.CHUNK_READ)) {
        addRead(use.observation());
      }
    }
  }

  private void addRead(Observation read) {
    long repeated = read.text().split(Pattern.quote(READ_BEFORE), -1).length - 1L;
    if (read.text().startsWith(LoopMessage.SAME_CALL.defaultText())) {
      repeated++;
    }
    long shown = read.shown().stream().map(Snippet::chunkId).distinct().count();
    repeatedReads = repeatedReads.plus(repeated, shown + repeated);
  }

  /**
   * Counts a citation if the model quoted text. For a citation without a quote, the library chose
   * the quoted sentence, so such a citation is not counted.
   */
  private void add(Citation citation) {
    if (citation.verdict() != Verdict.LOCATED
        && citation.quote().filter(quote -> !quote.isBlank()).isPresent()) {
      boolean isVerified =
          citation.verdict() == Verdict.SUPPORTED || citation.verdict() == Verdict.NEAR;
      verifiedQuotes = verifiedQuotes.plus(isVerified ? 1 : 0, 1);
    }
  }

  int runs() {
    return runs;
  }

  Share validCalls() {
    return validCalls;
  }

  Share answersWithIds() {
    return answersWithIds;
  }

  Share verifiedQuotes() {
    return verifiedQuotes;
  }

  Share repeatedReads() {
    return repeatedReads;
  }

  int abstentions() {
    return abstentions;
  }

  int withoutAnswer() {
    return withoutAnswer;
  }

  int withGold() {
    return withGold;
  }

  /** Returns the targets for a model. A metric without data misses its target. */
  List<Target> targets() {
    return List.of(
        new Target("valid tool calls", validCalls, validCalls.percent() >= 95),
        new Target("answers with ids", answersWithIds, answersWithIds.percent() >= 90),
        new Target("quotes SUPPORTED or NEAR", verifiedQuotes, verifiedQuotes.percent() >= 90),
        new Target("repeated reads", repeatedReads, repeatedReads.percent() < 5));
  }

  /**
   * Returns one row of the table in docs/live.md.
   *
   * @param what the number of questions and runs, such as "40 questions, 3 runs"
   */
  String row(String model, String date, String what) {
    StringBuilder row = new StringBuilder("| ").append(model.replace('|', '/')).append(" | ");
    row.append(date).append(" | ").append(what).append(" | ");
    for (Target target : targets()) {
      row.append(target.share()).append(target.isMet() ? "" : " **missed**").append(" | ");
    }
    return row.append(
            String.format(
                Locale.ROOT,
                "%d of %d | %d | %d | %.1f | %,.0f in, %,.0f out |",
                withGold,
                runs,
                abstentions,
                withoutAnswer,
                mean(turns),
                mean(inputTokens),
                mean(outputTokens)))
        .toString();
  }

  private double mean(long sum) {
    return runs == 0 ? 0 : (double) sum / runs;
  }
}
