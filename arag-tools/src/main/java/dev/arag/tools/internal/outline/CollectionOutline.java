package dev.arag.tools.internal.outline;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.internal.find.DocumentValue;
import dev.arag.core.internal.fold.Folding;
import dev.arag.tools.internal.read.ResolvedDocuments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a catalogue contains. All counts are exact.
 *
 * @param documents the number of documents
 * @param counts the number of documents by source, type and year, the largest first; without a key
 *     that no document has
 * @param page some of the documents, sorted by id
 */
public record CollectionOutline(
    int documents, Map<String, Map<String, Integer>> counts, List<CatalogueEntry> page) {
  /** The value under which documents without a value are counted. */
  public static final String NONE = "(none)";

  private static final List<String> KEYS = List.of("source", "type", "year");

  /**
   * Reads the list of the documents, but not their text.
   *
   * @param words words that must all occur in the id, title, source or year; may be blank
   * @param offset the number of documents to skip in the page
   * @param limit the maximum size of the page
   */
  public static CollectionOutline of(Catalogue catalogue, String words, int offset, int limit) {
    List<String> wanted =
        Stream.of(Folding.fold(words).text().split("\\s+")).filter(it -> !it.isEmpty()).toList();
    Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
    List<CatalogueEntry> page = new ArrayList<>();
    int documents = 0;
    for (Iterator<CatalogueEntry> all = ResolvedDocuments.entries(catalogue).iterator();
        all.hasNext(); ) {
      CatalogueEntry entry = all.next();
      if (!hasWords(entry, wanted)) {
        continue;
      }
      if (documents >= offset && page.size() < limit) {
        page.add(entry);
      }
      documents++;
      for (String key : KEYS) {
        counts
            .computeIfAbsent(key, unused -> new HashMap<>())
            .merge(valueOf(key, entry), 1, Integer::sum);
      }
    }
    counts.values().removeIf(values -> values.keySet().equals(Set.of(NONE)));
    counts.replaceAll((key, values) -> sort(values));
    return new CollectionOutline(documents, counts, page);
  }

  private static boolean hasWords(CatalogueEntry entry, List<String> words) {
    if (words.isEmpty()) {
      return true;
    }
    String text =
        String.join(
            "\n", entry.id(), entry.title(), valueOf("source", entry), valueOf("year", entry));
    return words.stream().allMatch(Folding.fold(text).text()::contains);
  }

  private static String valueOf(String key, CatalogueEntry entry) {
    return DocumentValue.of(key, entry.id(), entry.source(), entry.metadata()).orElse(NONE);
  }

  private static Map<String, Integer> sort(Map<String, Integer> values) {
    return values.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, LinkedHashMap::new));
  }
}
