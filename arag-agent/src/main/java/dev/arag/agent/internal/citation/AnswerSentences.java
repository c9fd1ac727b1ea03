package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.Entailment;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Span;
import dev.arag.agent.internal.citation.MarkerFreeText.WithoutMarkers;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Finds the sentences of an answer to which its citations belong. */
public final class AnswerSentences {
  private AnswerSentences() {}

  /**
   * Returns the cited sentences in order, not checked. If the answer has citations but no markers,
   * all citations belong to its first sentence.
   */
  public static List<Claim> of(ParsedAnswer answer) {
    List<Citation.Marker> markers = answer.markers();
    WithoutMarkers plain = MarkerFreeText.of(answer.text(), markers);
    List<ShownPassage> sentences = new ShownPassage(plain.text(), 0).sentences();
    SortedMap<Integer, SortedSet<Integer>> cited = new TreeMap<>();
    for (int i = 0; i < markers.size(); i++) {
      int sentence = indexAt(plain.claims().get(i).start(), sentences);
      for (Citation citation : markers.get(i).citations()) {
        cited
            .computeIfAbsent(sentence, unused -> new TreeSet<>())
            .add(answer.citations().indexOf(citation));
      }
    }
    if (cited.isEmpty() && !answer.citations().isEmpty()) {
      IntStream all = IntStream.range(0, answer.citations().size());
      cited.put(0, new TreeSet<>(all.boxed().toList()));
    }
    List<Claim> claims = new ArrayList<>();
    cited
        .headMap(sentences.size())
        .forEach(
            (sentence, citations) -> {
              Span span = sentences.get(sentence).span();
              int start = plain.indexes().get(span.start());
              int end = plain.indexes().get(span.end() - 1) + 1;
              String text = sentences.get(sentence).text();
              List<Integer> indexes = List.copyOf(citations);
              claims.add(new Claim(text, start, end, indexes, Entailment.NOT_CHECKED, "", false));
            });
    return List.copyOf(claims);
  }

  /** Returns the index of the first sentence that ends after a position. */
  private static int indexAt(int position, List<ShownPassage> sentences) {
    int index = 0;
    while (index < sentences.size() && sentences.get(index).span().end() <= position) {
      index++;
    }
    return index;
  }
}
