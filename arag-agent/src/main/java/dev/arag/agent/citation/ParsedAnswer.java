package dev.arag.agent.citation;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The parsed answer of a model. {@code Markup.render} renders it for display.
 *
 * @param text the answer without the evidence block (the list of quotes that may follow it),
 *     without leading and trailing white space
 * @param shortAnswer the first line that contains a letter or digit, without chunk ids and Markdown
 * @param citations the checked citations of the text in order, followed by the other citations of
 *     the evidence block, without duplicates. {@link Citation#number()} describes their numbers
 */
public record ParsedAnswer(String text, String shortAnswer, List<Citation> citations) {
  public ParsedAnswer {
    requireNonNull(text, "text");
    requireNonNull(shortAnswer, "shortAnswer");
    citations = numbered(requireNonNull(citations, "citations"));
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

  /** The markers of the text, in order. */
  public List<Citation.Marker> markers() {
    return Citation.Marker.of(citations);
  }
}
