package dev.arag.core.server;

import dev.arag.core.corpus.Scope;
import dev.arag.core.spi.MatchingRules;
import dev.arag.core.text.CorpusOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Translates a scope to a filter of a {@link MapServer}. */
final class RowFilter {
  private RowFilter() {}

  static Predicate<Map<String, Object>> of(Scope scope) {
    if (scope instanceof Scope.Everything) {
      return row -> true;
    }
    if (scope instanceof Scope.And) {
      return scope.operands().stream().map(RowFilter::of).reduce(Predicate::and).orElseThrow();
    }
    if (scope instanceof Scope.Or) {
      return scope.operands().stream().map(RowFilter::of).reduce(Predicate::or).orElseThrow();
    }
    if (scope instanceof Scope.Not not) {
      return of(not.scope())
          .negate()
          .and(row -> not.keys().stream().allMatch(key -> value(row, key) != null));
    }
    return ofOneField(scope);
  }

  private static Predicate<Map<String, Object>> ofOneField(Scope scope) {
    if (scope instanceof Scope.Documents documents) {
      return row -> documents.ids().contains((String) row.get("document"));
    }
    if (scope instanceof Scope.Chunks chunks) {
      List<String> ids = chunks.ids().stream().map(id -> id.value()).toList();
      return row -> ids.contains((String) row.get("chunk"));
    }
    if (scope instanceof Scope.Source source) {
      return row -> source.name().equals(row.get("source"));
    }
    if (scope instanceof Scope.Equal equal) {
      return row -> isEqual(value(row, equal.key()), equal.value());
    }
    if (scope instanceof Scope.In in) {
      return row -> in.values().stream().anyMatch(each -> isEqual(value(row, in.key()), each));
    }
    if (scope instanceof Scope.Range range) {
      return row -> isBetween(value(row, range.key()), range);
    }
    throw new IllegalArgumentException("This server cannot express " + scope);
  }

  private static @Nullable Object value(Map<String, Object> row, String key) {
    return row.get("metadata") instanceof Map<?, ?> metadata ? metadata.get(key) : null;
  }

  private static boolean isEqual(@Nullable Object present, Object wanted) {
    if (present instanceof Number left && wanted instanceof Number right) {
      return left.doubleValue() == right.doubleValue();
    }
    return present instanceof List<?> list ? list.contains(wanted) : wanted.equals(present);
  }

  private static boolean isBetween(@Nullable Object present, Scope.Range range) {
    if (present instanceof Number number
        && range.low() instanceof Number low
        && range.high() instanceof Number high) {
      double value = number.doubleValue();
      return low.doubleValue() <= value && value <= high.doubleValue();
    }
    if (!(present instanceof String text)) {
      return false;
    }
    if (range.low() instanceof LocalDate low && range.high() instanceof LocalDate high) {
      return MatchingRules.date(text).filter(it -> isBetween(it, low, high)).isPresent();
    }
    if (range.low() instanceof Instant low && range.high() instanceof Instant high) {
      return MatchingRules.instant(text).filter(it -> isBetween(it, low, high)).isPresent();
    }
    return range.low() instanceof String low
        && range.high() instanceof String high
        && CorpusOrder.compareCodePoints(low, text) <= 0
        && CorpusOrder.compareCodePoints(text, high) <= 0;
  }

  private static <T extends Comparable<? super T>> boolean isBetween(T value, T low, T high) {
    return low.compareTo(value) <= 0 && value.compareTo(high) <= 0;
  }
}
