package dev.arag.examples.cli;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Ids that name no document of an index.
 *
 * @param ids as they were typed, each once
 * @param held the ids of all documents
 */
record UnknownDocuments(List<String> ids, List<String> held) {
  static UnknownDocuments of(List<String> typed, List<String> held) {
    Set<String> known = new HashSet<>(held);
    return new UnknownDocuments(
        typed.stream().distinct().filter(id -> !known.contains(id)).toList(), held);
  }

  void write(TextPage out) {
    for (String id : ids) {
      out.hanging("", "Not in the index: " + id + hint(id), "  ");
    }
    if (!ids.isEmpty()) {
      out.line("arag stats DIR --documents lists the ids.");
    }
  }

  /** A folder is easily taken for all that lies in it, and a path for an id. */
  private String hint(String id) {
    String folder = id.endsWith("/") ? id : id + "/";
    long below = held.stream().filter(document -> document.startsWith(folder)).count();
    if (below > 0) {
      return " (a folder of " + Formatting.count(below, "document") + ": give their ids)";
    }
    return held.stream()
        .filter(document -> document.endsWith("/" + id) || id.endsWith("/" + document))
        .findFirst()
        .map(document -> " (did you mean " + document + "?)")
        .orElse("");
  }
}
