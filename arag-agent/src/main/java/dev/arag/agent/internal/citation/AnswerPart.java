package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Citation;
import java.util.List;

/**
 * A part of the text of an answer: a citation marker, or text between markers.
 *
 * @param start the index of the part in the text of the answer
 * @param sources the sources that the marker cites, in the order of their numbers; empty for text
 */
public record AnswerPart(int start, String text, List<Citation.Source> sources) {
  public boolean isMarker() {
    return !sources.isEmpty();
  }

  /** Returns the rest of a text part, which starts at an index of the answer. */
  public AnswerPart from(int index) {
    return new AnswerPart(index, text.substring(index - start), sources);
  }

  public int end() {
    return start + text.length();
  }
}
