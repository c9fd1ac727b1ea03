package dev.arag.agent.citation;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A citation marker in the text of an answer: a pair of brackets with one or more chunk ids, such
 * as {@code [q7k2m#12]}.
 *
 * @param start the index of the opening bracket in the text of the answer, in UTF-16 units
 * @param end the index after the closing bracket
 * @param citations the citations of the marker, sorted by {@link Citation#number()}; at least one.
 *     There are several citations of one source if the evidence block contains several quotes for
 *     this source
 */
public record CitationMarker(int start, int end, List<Citation> citations) {
  public CitationMarker {
    citations = List.copyOf(requireNonNull(citations, "citations"));
  }

  /**
   * Returns the markers of the given citations, in the order of the text.
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

  /** The first citation of each source of this marker, sorted by {@link Citation#number()}. */
  public List<Citation> sources() {
    Map<Integer, Citation> first = new LinkedHashMap<>();
    citations.forEach(citation -> first.putIfAbsent(citation.number(), citation));
    return List.copyOf(first.values());
  }
}
