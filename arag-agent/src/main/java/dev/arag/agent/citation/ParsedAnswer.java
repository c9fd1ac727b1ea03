package dev.arag.agent.citation;

import java.util.List;

/**
 * A parsed answer of a model.
 *
 * @param text the answer without the evidence block, trimmed
 * @param shortAnswer the first line with a letter or digit, without ids and Markdown
 * @param citations the checked citations, in the order of the text, merged with those of the
 *     evidence block; each chunk and quote once
 */
public record ParsedAnswer(String text, String shortAnswer, List<Citation> citations) {
  public ParsedAnswer {
    citations = List.copyOf(citations);
  }
}
