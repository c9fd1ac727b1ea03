package dev.arag.strategies.internal.route;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.step.Outcome;
import dev.arag.strategies.internal.retrieval.IntermediateAnswer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An answer of a strategy and what the checker of citations says about it.
 *
 * @param text the answer as the strategy returned it
 */
record AnswerCheck(String text, ParsedAnswer parsed) {
  /** Checks an answer against the text that the run has shown. */
  static AnswerCheck of(String answer, RunContext run) {
    return new AnswerCheck(answer, run.check(answer));
  }

  /** Whether there is a text, and it does not begin with NOT FOUND. */
  boolean isAnswered() {
    return !IntermediateAnswer.isNotFound(text);
  }

  /** Whether text that was shown supports the answer, and no citation is made up. */
  boolean isSupported() {
    return isAnswered()
        && parsed.citations().stream().anyMatch(each -> each.verdict().isVerified())
        && parsed.citations().stream().noneMatch(AnswerCheck::isMadeUp);
  }

  private static boolean isMadeUp(Citation citation) {
    return citation.verdict() == Verdict.FABRICATED || citation.verdict() == Verdict.NOT_SHOWN;
  }

  /** Whether the answer asks the user what the question means. */
  boolean asksBack() {
    return parsed.outcome() == Outcome.NEEDS_CLARIFICATION;
  }

  /** Whether the checker verified the citation with a number of {@link #citationsText}. */
  boolean isVerified(int number) {
    List<Citation> all = parsed.citations();
    return number >= 1 && number <= all.size() && all.get(number - 1).verdict().isVerified();
  }

  /** Returns a numbered line with the verdict for each citation. */
  String citationsText() {
    List<Citation> all = parsed.citations();
    return all.isEmpty()
        ? "None."
        : IntStream.range(0, all.size())
            .mapToObj(i -> (i + 1) + ". " + line(all.get(i)))
            .collect(Collectors.joining("\n"));
  }

  private static String line(Citation citation) {
    return "["
        + citation.chunkId()
        + "] \""
        + citation.quote().orElse("")
        + "\": "
        + citation.verdict().description();
  }

  /** Returns the answer with the quotes that the checker verified. */
  Note quotes() {
    List<Note.Quote> verified =
        parsed.citations().stream()
            .filter(each -> each.verdict().isVerified())
            .flatMap(
                each ->
                    each.quote().stream()
                        .filter(quote -> !quote.isBlank())
                        .map(quote -> new Note.Quote(each.chunkId(), quote)))
            .toList();
    return new Note(parsed.text(), verified);
  }
}
