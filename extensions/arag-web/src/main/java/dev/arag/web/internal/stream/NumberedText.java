package dev.arag.web.internal.stream;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The text of an answer in which each citation marker is replaced with the numbers {@code [n]}. */
final class NumberedText {
  private final StringBuilder text = new StringBuilder();

  /** The ranges in the new text. */
  private final Map<Mark, Span> marks = new HashMap<>();

  /** The index in the new text by the index in the answer, for the start of each unchanged part. */
  private final NavigableMap<Integer, Integer> parts = new TreeMap<>();

  /**
   * A number in the new text.
   *
   * @param marker the start of the marker in the answer
   */
  private record Mark(int marker, int number) {}

  private NumberedText() {}

  static NumberedText of(Answer answer) {
    NumberedText numbered = new NumberedText();
    int done = 0;
    for (Citation.Marker marker : answer.markers()) {
      numbered.append(answer.text(), done, marker.start());
      marker.sources().forEach(source -> numbered.appendMark(marker.start(), source.number()));
      done = marker.end();
    }
    numbered.append(answer.text(), done, answer.text().length());
    return numbered;
  }

  private void append(String answer, int start, int end) {
    parts.put(start, text.length());
    text.append(answer, start, end);
  }

  private void appendMark(int marker, int number) {
    int start = text.length();
    text.append(mark(number));
    marks.put(new Mark(marker, number), new Span(start, text.length()));
  }

  /** Returns the numbers that replace one marker. */
  static String marks(List<Citation.Source> sources) {
    StringBuilder all = new StringBuilder();
    sources.forEach(source -> all.append(mark(source.number())));
    return all.toString();
  }

  static String mark(int number) {
    return "[" + number + "]";
  }

  /** Returns the ranges of the numbers of a citation, in the order of the text. */
  List<Span> marksOf(Citation citation) {
    return citation.markers().stream()
        .map(marker -> new Mark(marker.start(), citation.number()))
        .flatMap(mark -> Optional.ofNullable(marks.get(mark)).stream())
        .toList();
  }

  /** Returns the index in this text of an index in the answer that is not in a marker. */
  int indexOf(int answerIndex) {
    Map.Entry<Integer, Integer> part = parts.floorEntry(answerIndex);
    return part == null ? answerIndex : part.getValue() + answerIndex - part.getKey();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
