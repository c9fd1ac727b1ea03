package dev.arag.agent.citation;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The parsed answer of a model.
 *
 * @param text the answer without the evidence block, without leading and trailing white space
 * @param shortAnswer the first line that contains a letter or digit, without chunk ids and Markdown
 * @param citations the checked citations of the text in order, followed by the other citations of
 *     the evidence block, without duplicates
 */
public record ParsedAnswer(String text, String shortAnswer, List<Citation> citations) {
  public ParsedAnswer {
    requireNonNull(text, "text");
    requireNonNull(shortAnswer, "shortAnswer");
    citations = List.copyOf(requireNonNull(citations, "citations"));
  }
}
