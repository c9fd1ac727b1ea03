package dev.arag.agent.internal.run;

import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.trajectory.Trajectory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures and names of a record that do not occur in any text shown to the model.
 *
 * @param byPath the figures and names by their path in the record, in the order of the record
 */
record UnseenValues(Map<String, List<UnseenTerm>> byPath) {
  /**
   * Finds the figures and names that were not shown to the model.
   *
   * @param texts the texts of the record by their path
   */
  static UnseenValues of(Map<String, String> texts, Trajectory trajectory) {
    String all = String.join("\n", texts.values());
    List<UnseenTerm> unseen = trajectory.unseenTerms(all);
    Map<String, List<UnseenTerm>> byPath = new LinkedHashMap<>();
    int start = 0;
    for (Map.Entry<String, String> text : texts.entrySet()) {
      List<UnseenTerm> inside = inside(start, start + text.getValue().length(), unseen);
      if (!inside.isEmpty()) {
        byPath.put(text.getKey(), inside);
      }
      start += text.getValue().length() + 1;
    }
    return new UnseenValues(Collections.unmodifiableMap(byPath));
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
    byPath.values().forEach(all::addAll);
    return AnswerWarnings.unseen("In the record, ", all);
  }
}
