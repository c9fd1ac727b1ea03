package dev.arag.cli.internal.report;

import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.tools.internal.argument.SimilarNames;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Document ids that are not in an index.
 *
 * @param ids the unknown ids as the user typed them, without duplicates
 * @param existing the ids of all documents in the index, or at least those of the typed ids that
 *     exist
 */
public record UnknownDocuments(List<String> ids, List<String> existing) {
  public static UnknownDocuments of(List<String> typed, List<String> existing) {
    Set<String> known = new HashSet<>(existing);
    return new UnknownDocuments(
        typed.stream().distinct().filter(id -> !known.contains(id)).toList(), existing);
  }

  /**
   * @param argument the argument that selects the index, such as DIR
   */
  public void write(TextPage out, String argument) {
    for (String id : ids) {
      out.hanging("", "Not in the index: " + id + hint(id), "  ");
    }
    if (!ids.isEmpty()) {
      out.line("To list the ids: arag stats " + argument + " --documents");
    }
  }

  /**
   * Returns a hint at the documents that a user may have meant, in parentheses; empty if there are
   * none. Users sometimes type a folder instead of document ids, or a path instead of an id.
   */
  public String hint(String id) {
    String folder = id.endsWith("/") ? id : id + "/";
    long below = existing.stream().filter(document -> document.startsWith(folder)).count();
    if (below > 0) {
      return " (a folder with " + Formatting.count(below, "document") + "; use document ids)";
    }
    List<String> inFolder =
        existing.stream()
            .filter(document -> document.endsWith("/" + id) || id.endsWith("/" + document))
            .toList();
    return (inFolder.isEmpty() ? SimilarNames.of(id, existing) : inFolder)
        .stream()
            .filter(document -> !document.equals(id))
            .findFirst()
            .map(document -> " (did you mean " + document + "?)")
            .orElse("");
  }
}
