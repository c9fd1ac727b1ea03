package dev.arag.agent.citation;

import java.util.List;

/**
 * A model's answer, taken apart.
 *
 * @param text what the model wrote, without the evidence block, trimmed
 * @param shortAnswer the answer alone: the first line that says something, without ids and Markdown
 * @param citations each checked, in the order of the text, those of the evidence block merged in;
 *     the same chunk and quote once
 */
public record ParsedAnswer(String text, String shortAnswer, List<Citation> citations) {
  public ParsedAnswer {
    citations = List.copyOf(citations);
  }
}
