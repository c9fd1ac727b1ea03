package dev.arag.evaluation.retrieval;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A query and the documents that are relevant to it.
 *
 * @param id the id of the query
 * @param text the text of the query
 * @param grades the grades of documents by id; documents with a grade of at least 1 are relevant
 */
public record RetrievalQuery(String id, String text, Map<String, Integer> grades) {
  public RetrievalQuery {
    requireNonNull(id, "id");
    requireNonNull(text, "text");
    grades = Collections.unmodifiableMap(new LinkedHashMap<>(requireNonNull(grades, "grades")));
  }

  /** The ids of the relevant documents. */
  public Set<String> relevant() {
    return grades.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
