package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.Entailment;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.internal.citation.MarkerFreeText.WithoutMarkers;
import dev.arag.core.internal.fold.CharacterClass;
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
    List<ShownPassage> sentences =
        new ShownPassage(plain.text(), 0)
            .sentences().stream()
                .filter(each -> each.text().codePoints().anyMatch(CharacterClass::isLetterOrDigit))
                .toList();
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
    int[] indexes = indexes(answer.text(), plain.text(), markers);
    List<Claim> claims = new ArrayList<>();
    cited.forEach(
        (sentence, citations) -> {
          if (sentence < sentences.size()) {
            claims.add(claim(sentences.get(sentence), indexes, List.copyOf(citations)));
          }
        });
    return List.copyOf(claims);
  }

  private static Claim claim(ShownPassage sentence, int[] indexes, List<Integer> citations) {
    int start = indexes[sentence.span().start()];
    int end = indexes[sentence.span().end() - 1] + 1;
    return new Claim(sentence.text(), start, end, citations, Entailment.NOT_CHECKED, "", false);
  }

  /** Returns the index of the first sentence that ends after a position. */
  private static int indexAt(int position, List<ShownPassage> sentences) {
    int index = 0;
    while (index < sentences.size() && sentences.get(index).span().end() <= position) {
      index++;
    }
    return index;
  }

  /** Returns for each character of the text without markers its index in the answer. */
  private static int[] indexes(String answer, String plain, List<Citation.Marker> markers) {
    int[] indexes = new int[plain.length()];
    int marker = 0;
    int at = 0;
    for (int i = 0; i < indexes.length; i++) {
      // Only markers and the spaces next to them were removed.
      while (true) {
        if (marker < markers.size() && at == markers.get(marker).start()) {
          at = markers.get(marker++).end();
        } else if (answer.charAt(at) == plain.charAt(i)) {
          break;
        } else {
          at++;
        }
      }
      indexes[i] = at++;
    }
    return indexes;
  }
}
