package dev.arag.agent.citation;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.step.Outcome;
import dev.arag.core.text.ChunkId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parsed answer of a model. {@code Markup.render} renders it for display.
 *
 * @param text the answer without the evidence block (the list of quotes that may follow it),
 *     without a word such as PARTIAL: that states the outcome, and without leading and trailing
 *     white space
 * @param shortAnswer the first line that contains a letter or digit, without chunk ids and Markdown
 * @param citations the checked citations of the text in order, followed by the other citations of
 *     the evidence block, without duplicates. {@link Citation#number()} describes their numbers
 * @param outcome what the answer is, according to the model
 * @param outcomeNote the part of the text that explains the outcome; null if there is none
 */
public record ParsedAnswer(
    String text,
    String shortAnswer,
    List<Citation> citations,
    Outcome outcome,
    @Nullable String outcomeNote) {
  public ParsedAnswer {
    requireNonNull(text, "text");
    requireNonNull(shortAnswer, "shortAnswer");
    citations = numbered(requireNonNull(citations, "citations"));
    requireNonNull(outcome, "outcome");
  }

  private static List<Citation> numbered(List<Citation> citations) {
    Map<ChunkId, Integer> numbers = new HashMap<>();
    for (Citation citation : citations) {
      numbers.putIfAbsent(citation.chunkId(), numbers.size() + 1);
    }
    return citations.stream()
        .map(citation -> citation.withNumber(numbers.getOrDefault(citation.chunkId(), 0)))
        .toList();
  }

  /** Returns a copy with another outcome, without a note. */
  public ParsedAnswer withOutcome(Outcome outcome) {
    return new ParsedAnswer(text, shortAnswer, citations, outcome, null);
  }

  /** The markers of the text, in order. */
  public List<Citation.Marker> markers() {
    return Citation.Marker.of(citations);
  }
}
