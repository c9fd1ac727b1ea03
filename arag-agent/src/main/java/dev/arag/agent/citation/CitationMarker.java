package dev.arag.agent.citation;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A place in the text of an answer that cites chunks: a pair of brackets with one or more chunk
 * ids, such as {@code [q7k2m#12]}.
 *
 * @param start the index of the opening bracket in the text of the answer, in UTF-16 units
 * @param end the index after the closing bracket
 * @param citations the citations of the marker in the order of their numbers; at least one. Several
 *     citations of one source occur if the evidence block contains several quotes for it
 */
public record CitationMarker(int start, int end, List<Citation> citations) {
  public CitationMarker {
    citations = List.copyOf(requireNonNull(citations, "citations"));
  }

  /**
   * Returns the markers to which citations belong, in the order of the text.
   *
   * @param citations the citations of one answer
   */
  public static List<CitationMarker> of(List<Citation> citations) {
    Map<Span, List<Citation>> bySpan = new TreeMap<>(Comparator.comparingInt(Span::start));
    for (Citation citation : requireNonNull(citations, "citations")) {
      for (Span span : citation.markers()) {
        bySpan.computeIfAbsent(span, unused -> new ArrayList<>()).add(citation);
      }
    }
    return bySpan.entrySet().stream().map(each -> of(each.getKey(), each.getValue())).toList();
  }

  private static CitationMarker of(Span span, List<Citation> citations) {
    List<Citation> sorted =
        citations.stream().sorted(Comparator.comparingInt(Citation::number)).toList();
    return new CitationMarker(span.start(), span.end(), sorted);
  }

  /** The first citation of each source of this marker, in the order of the numbers. */
  public List<Citation> sources() {
    Map<Integer, Citation> first = new LinkedHashMap<>();
    citations.forEach(citation -> first.putIfAbsent(citation.number(), citation));
    return List.copyOf(first.values());
  }
}
