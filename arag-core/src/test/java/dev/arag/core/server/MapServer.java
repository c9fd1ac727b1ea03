package dev.arag.core.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Stands in for a search server: it stores rows of plain values, filters, counts and sorts them. It
 * knows neither Unicode nor chunks; whoever adds a row folds its text and marks the word
 * boundaries.
 */
final class MapServer {
  /**
   * A text that is prepared for search.
   *
   * @param starts the offsets at which a whole word can begin
   * @param ends the offsets at which a whole word can end
   */
  record SearchText(String text, BitSet starts, BitSet ends) {
    int count(String term) {
      int count = 0;
      for (int at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length())) {
        count++;
      }
      return count;
    }

    int countWhole(String term) {
      int count = 0;
      for (int at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length())) {
        count += starts.get(at) && ends.get(at + term.length()) ? 1 : 0;
      }
      return count;
    }
  }

  /** A term and the name of the field in which to search for it. */
  record Term(String field, String text) {
    private SearchText in(Map<String, Object> row) {
      return (SearchText) row.get(field);
    }

    int count(Map<String, Object> row) {
      return in(row).count(text);
    }

    int countWhole(Map<String, Object> row) {
      return in(row).countWhole(text);
    }

    boolean isWhole(Map<String, Object> row) {
      return countWhole(row) > 0;
    }
  }

  /**
   * What a server counts in one request: rows in the filter; of those that are searched, the rows
   * with any term and with each term.
   */
  record Facets(long rows, long any, List<Long> with, List<Long> withWhole) {}

  /** A vector: the row that has it, its position in the row, and its score. */
  record Near(Map<String, Object> row, int number, float score) {}

  /** Sorted by the UTF-8 bytes of their keys, as most servers do. */
  private final Map<String, Map<String, Object>> rows =
      new TreeMap<>(
          Comparator.comparing(
              key -> key.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned));

  void put(String key, Map<String, Object> row) {
    rows.put(key, Map.copyOf(row));
  }

  Stream<Map<String, Object>> select(Predicate<Map<String, Object>> filter) {
    return rows.values().stream().filter(filter);
  }

  Facets count(
      List<Term> terms,
      Predicate<Map<String, Object>> filter,
      Predicate<Map<String, Object>> searched) {
    Predicate<Map<String, Object>> all = filter.and(searched);
    return new Facets(
        select(filter).count(),
        select(all.and(row -> terms.stream().anyMatch(term -> term.count(row) > 0))).count(),
        terms.stream().map(term -> select(all.and(row -> term.count(row) > 0)).count()).toList(),
        terms.stream().map(term -> select(all.and(term::isWhole)).count()).toList());
  }

  /**
   * Returns the rows with the highest scores that contain any term.
   *
   * @param wholeBoosts what each term adds to the first sort key of the rows with the whole term
   * @param wholeCountBoosts what each whole occurrence of a term adds to the second sort key
   * @param boosts what each occurrence of a term adds to the third sort key
   */
  List<Map<String, Object>> best(
      List<Term> terms,
      List<Double> wholeBoosts,
      List<Long> wholeCountBoosts,
      List<Long> boosts,
      Predicate<Map<String, Object>> filter,
      long limit) {
    Comparator<Map<String, Object>> byWhole =
        Comparator.comparingDouble(
            row -> sum(terms.size(), i -> terms.get(i).isWhole(row) ? wholeBoosts.get(i) : 0));
    Comparator<Map<String, Object>> byWholeCount =
        Comparator.comparingLong(
            row ->
                total(terms.size(), i -> terms.get(i).countWhole(row) * wholeCountBoosts.get(i)));
    Comparator<Map<String, Object>> byCount =
        Comparator.comparingLong(
            row -> total(terms.size(), i -> terms.get(i).count(row) * boosts.get(i)));
    return select(filter.and(row -> terms.stream().anyMatch(term -> term.count(row) > 0)))
        .sorted(
            byWhole
                .reversed()
                .thenComparing(byWholeCount.reversed())
                .thenComparing(byCount.reversed()))
        .limit(limit)
        .toList();
  }

  private static long total(int terms, IntToLongFunction value) {
    return IntStream.range(0, terms).mapToLong(value::applyAsLong).sum();
  }

  private static double sum(int terms, IntToDoubleFunction value) {
    double sum = 0;
    for (int i = 0; i < terms; i++) {
      sum += value.applyAsDouble(i);
    }
    return sum;
  }

  /** Returns all vectors, nearest first. */
  List<Near> nearest(float[] query, Predicate<Map<String, Object>> filter) {
    List<Near> all = new ArrayList<>();
    select(filter)
        .forEach(
            row -> {
              List<?> vectors = (List<?>) row.get("vectors");
              for (int i = 0; i < vectors.size(); i++) {
                all.add(new Near(row, i, dot(query, (float[]) vectors.get(i))));
              }
            });
    all.sort(Comparator.comparingDouble((Near near) -> near.score()).reversed());
    return all;
  }

  private static float dot(float[] left, float[] right) {
    double sum = 0;
    for (int i = 0; i < left.length; i++) {
      sum += (double) left[i] * right[i];
    }
    return (float) sum;
  }
}
