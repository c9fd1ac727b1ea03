package dev.arag.web.internal.trajectory;

import dev.arag.agent.CitationReader;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.core.text.Location;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Highlights the quotes of citations in observations. Citations are numbered from 1. */
final class QuoteHighlighter {
  private final List<Citation> citations;
  private final Set<Integer> anchored = new HashSet<>();

  /** A quoted span of an observation, and the numbers of the citations that quote it. */
  private record Quoted(int start, int end, Set<Integer> numbers) {}

  QuoteHighlighter(List<Citation> citations) {
    this.citations = citations;
  }

  /** Returns the observation as HTML in which quoted spans are marked and numbered. */
  String html(Observation observation) {
    HighlightedText text = new HighlightedText(observation.text());
    for (Quoted quoted : merge(quotedIn(observation))) {
      text.mark(quoted.start(), quoted.end(), open(quoted), close(quoted));
    }
    return text.html();
  }

  /** Whether an observation contains a quote. */
  boolean hasAny(Observation observation) {
    return !quotedIn(observation).isEmpty();
  }

  /**
   * Whether the quote of this citation is highlighted in any observation that was converted so far.
   */
  boolean isAnchored(int number) {
    return anchored.contains(number);
  }

  private String open(Quoted quoted) {
    String ids =
        quoted.numbers().stream()
            .filter(anchored::add)
            .map(number -> "<span id=\"shown-" + number + "\"></span>")
            .collect(Collectors.joining());
    return ids + "<mark>";
  }

  private static String close(Quoted quoted) {
    return quoted.numbers().stream()
        .map(number -> "<a class=\"ref\" href=\"#source-" + number + "\">" + number + "</a>")
        .collect(Collectors.joining("", "</mark>", ""));
  }

  private List<Quoted> quotedIn(Observation observation) {
    List<Quoted> quoted = new ArrayList<>();
    int from = 0;
    for (Snippet snippet : observation.shown()) {
      int at = observation.text().indexOf(snippet.text(), from);
      if (at >= 0 && !snippet.text().isEmpty()) {
        from = at + snippet.text().length();
        addQuotes(quoted, snippet, at);
      }
    }
    return quoted;
  }

  private void addQuotes(List<Quoted> quoted, Snippet snippet, int at) {
    for (int i = 0; i < citations.size(); i++) {
      Citation citation = citations.get(i);
      if (citation.location().filter(it -> isSameChunk(it, snippet.location())).isPresent()) {
        for (Span span : find(citation, snippet)) {
          quoted.add(new Quoted(at + span.start(), at + span.end(), Set.of(i + 1)));
        }
      }
    }
  }

  private static List<Span> find(Citation citation, Snippet snippet) {
    return citation
        .quote()
        .map(quote -> CitationReader.find(quote, snippet.text()))
        .orElse(List.of());
  }

  /**
   * Whether two locations belong to the same chunk. Headings and pages are not compared, because a
   * citation has the heading and the page of its quote, not of the chunk.
   */
  private static boolean isSameChunk(Location one, Location other) {
    return one.documentId().equals(other.documentId())
        && one.ordinal() == other.ordinal()
        && one.offset() == other.offset();
  }

  /** Merges overlapping spans. */
  private static List<Quoted> merge(List<Quoted> quoted) {
    List<Quoted> merged = new ArrayList<>();
    quoted.sort(Comparator.comparingInt(Quoted::start));
    for (Quoted next : quoted) {
      Quoted last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last == null || last.end() <= next.start()) {
        merged.add(next);
      } else {
        merged.set(merged.size() - 1, union(last, next));
      }
    }
    return merged;
  }

  private static Quoted union(Quoted one, Quoted other) {
    Set<Integer> numbers = new LinkedHashSet<>(one.numbers());
    numbers.addAll(other.numbers());
    return new Quoted(one.start(), Math.max(one.end(), other.end()), numbers);
  }
}
