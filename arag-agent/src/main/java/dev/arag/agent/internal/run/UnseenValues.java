package dev.arag.agent.internal.run;

import dev.arag.agent.grounding.UnseenTerm;
import dev.arag.agent.trajectory.Trajectory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures and names of a value that stand in no text the model was shown.
 *
 * @param byPlace by where they are in the value, in its order
 */
record UnseenValues(Map<String, List<UnseenTerm>> byPlace) {
  /**
   * @param texts of the value, by where they are in it
   */
  static UnseenValues of(Map<String, String> texts, Trajectory record) {
    String all = String.join("\n", texts.values());
    List<UnseenTerm> unseen = record.unseenTerms(all);
    Map<String, List<UnseenTerm>> byPlace = new LinkedHashMap<>();
    int start = 0;
    for (Map.Entry<String, String> text : texts.entrySet()) {
      List<UnseenTerm> inside = inside(start, start + text.getValue().length(), unseen);
      if (!inside.isEmpty()) {
        byPlace.put(text.getKey(), inside);
      }
      start += text.getValue().length() + 1;
    }
    return new UnseenValues(Collections.unmodifiableMap(byPlace));
  }

  private static List<UnseenTerm> inside(int start, int end, List<UnseenTerm> terms) {
    return terms.stream()
        .filter(term -> term.start() >= start && term.end() <= end)
        .map(
            term ->
                new UnseenTerm(term.text(), term.kind(), term.start() - start, term.end() - start))
        .toList();
  }

  List<String> warnings() {
    List<UnseenTerm> all = new ArrayList<>();
    byPlace.values().forEach(all::addAll);
    return RunExecutor.unseen("Of the value, ", all);
  }
}
