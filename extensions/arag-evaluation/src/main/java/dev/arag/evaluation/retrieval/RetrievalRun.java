package dev.arag.evaluation.retrieval;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ranked documents of several queries.
 *
 * @param name the name of the ranking
 * @param documents the ids of the documents by the id of the query, best first, without duplicates
 */
public record RetrievalRun(String name, Map<String, List<String>> documents) {
  public RetrievalRun {
    requireNonNull(name, "name");
    Map<String, List<String>> copy = new LinkedHashMap<>();
    requireNonNull(documents, "documents")
        .forEach((query, ranked) -> copy.put(query, List.copyOf(ranked)));
    documents = Collections.unmodifiableMap(copy);
  }

  /** The documents of one query; empty if the run does not contain the query. */
  public List<String> of(String query) {
    return documents.getOrDefault(query, List.of());
  }
}
