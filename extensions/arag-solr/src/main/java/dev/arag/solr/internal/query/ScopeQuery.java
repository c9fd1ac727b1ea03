package dev.arag.solr.internal.query;

import dev.arag.core.corpus.Scope;
import dev.arag.core.internal.string.LoneSurrogates;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Keys;
import dev.arag.solr.internal.layout.MetadataTerms;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * Translates a scope to filter queries. Each operand of an {@link Scope.And} is a filter of its
 * own, which Solr caches if it has no list of ids. Filters contain hashes and digits only, never
 * text of a user.
 */
final class ScopeQuery {
  private static final FilterClause EVERYTHING = FilterClause.leaf("*:*");
  private static final FilterClause NOTHING = new FilterClause("(*:* -*:*)", 2);

  private final List<String> filters = new ArrayList<>();
  private final FilterClauses clauses = new FilterClauses();

  private ScopeQuery() {}

  /**
   * Translates a scope.
   *
   * @throws IllegalArgumentException if the scope has a range of strings with a bound of more than
   *     {@value MetadataTerms#MAX_BYTES} bytes
   */
  static ScopeQuery of(Scope scope) {
    ScopeQuery query = new ScopeQuery();
    List<Scope> conjuncts = scope instanceof Scope.And ? scope.operands() : List.of(scope);
    conjuncts.stream()
        .filter(each -> !(each instanceof Scope.Everything))
        .forEach(each -> query.filters.add(caching(each) + query.clause(each).text()));
    return query;
  }

  /** Lists of ids are long and seldom occur twice, so that Solr does not cache their filters. */
  private static String caching(Scope scope) {
    boolean hasIds =
        mentions(scope, each -> each instanceof Scope.Documents || each instanceof Scope.Chunks);
    return hasIds ? "{!lucene cache=false}" : "";
  }

  /** Returns whether any part of a scope meets a condition. */
  static boolean mentions(Scope scope, Predicate<Scope> condition) {
    return condition.test(scope)
        || scope.operands().stream().anyMatch(each -> mentions(each, condition));
  }

  void addTo(ModifiableSolrParams params) {
    filters.forEach(filter -> params.add("fq", filter));
    clauses.addTo(params);
  }

  /** Returns a query that can be an operand of another query. */
  private FilterClause clause(Scope scope) {
    if (scope instanceof Scope.Everything) {
      return EVERYTHING;
    }
    if (scope instanceof Scope.And) {
      return clauses.all(scope.operands().stream().map(this::clause).toList());
    }
    if (scope instanceof Scope.Not not) {
      return clauses.without(candidates(not), clause(not.scope()));
    }
    if (scope instanceof Scope.Range range) {
      return range(range);
    }
    return or(scope);
  }

  /** Returns a query for the documents that have all keys of a condition. */
  private FilterClause candidates(Scope.Not not) {
    Set<String> keys = new TreeSet<>(not.keys());
    return keys.isEmpty()
        ? EVERYTHING
        : clauses.all(
            keys.stream()
                .map(MetadataTerms::present)
                .map(term -> FilterClause.leaf(Fields.METADATA + ":" + term))
                .toList());
  }

  /** Combines all conditions on terms of one field. */
  private FilterClause or(Scope scope) {
    Map<String, Set<String>> terms = new TreeMap<>();
    List<FilterClause> operands = new ArrayList<>();
    for (Scope each : scope instanceof Scope.Or ? scope.operands() : List.of(scope)) {
      Optional<Terms> ofScope = terms(each);
      ofScope.ifPresent(
          it ->
              terms
                  .computeIfAbsent(it.field(), field -> new LinkedHashSet<>())
                  .addAll(it.values()));
      if (ofScope.isEmpty()) {
        operands.add(clause(each));
      }
    }
    terms.forEach(
        (field, any) -> operands.add(any.isEmpty() ? NOTHING : clauses.terms(field, any)));
    return clauses.any(operands);
  }

  /** Terms of a field, one of which a Solr document must have. */
  private record Terms(String field, List<String> values) {}

  private static Optional<Terms> terms(Scope scope) {
    if (scope instanceof Scope.Equal equal) {
      return Optional.of(new Terms(Fields.METADATA, equal(equal.key(), equal.value())));
    }
    if (scope instanceof Scope.In in) {
      return Optional.of(
          new Terms(
              Fields.METADATA,
              in.values().stream().flatMap(value -> equal(in.key(), value).stream()).toList()));
    }
    if (scope instanceof Scope.Documents documents) {
      return Optional.of(
          new Terms(Fields.DOCUMENT_KEY, documents.ids().stream().map(Keys::of).toList()));
    }
    if (scope instanceof Scope.Chunks chunks) {
      return Optional.of(
          new Terms(
              Fields.CHUNK_KEY, chunks.ids().stream().map(id -> Keys.of(id.value())).toList()));
    }
    if (scope instanceof Scope.Source source) {
      return Optional.of(new Terms(Fields.SOURCE_KEY, List.of(Keys.of(source.name()))));
    }
    if (scope instanceof Scope.ReadableBy readers) {
      return Optional.of(
          new Terms(
              Fields.METADATA,
              Stream.concat(Stream.of(Document.EVERYONE), readers.principals().stream())
                  .map(MetadataTerms::reader)
                  .toList()));
    }
    return Optional.empty();
  }

  private static List<String> equal(String key, Object value) {
    if (value instanceof String text) {
      return LoneSurrogates.isIn(text)
          ? List.of()
          : List.of(MetadataTerms.string(key, text), MetadataTerms.element(key, text));
    }
    if (value instanceof Boolean bool) {
      return List.of(MetadataTerms.bool(key, bool));
    }
    Number number = (Number) value;
    return List.of(
        isWhole(number)
            ? MetadataTerms.whole(key, number.longValue())
            : MetadataTerms.wholeAsDouble(key, number.doubleValue()),
        MetadataTerms.fraction(key, number.doubleValue()));
  }

  private FilterClause range(Scope.Range range) {
    String key = range.key();
    if (range.low() instanceof Number low && range.high() instanceof Number high) {
      return numbers(key, low, high);
    }
    if (range.low() instanceof LocalDate low && range.high() instanceof LocalDate high) {
      return range(MetadataTerms.date(key, low), MetadataTerms.date(key, high));
    }
    if (range.low() instanceof Instant low && range.high() instanceof Instant high) {
      return range(MetadataTerms.instant(key, low), MetadataTerms.instant(key, high));
    }
    return FilterClause.leaf(
        Fields.METADATA
            + ":["
            + StringBound.of(key, (String) range.low()).term()
            + " TO "
            + StringBound.of(key, (String) range.high()).asUpperBound());
  }

  /** A whole number is compared with a whole bound as a long, otherwise as a double. */
  private FilterClause numbers(String key, Number low, Number high) {
    FilterClause fractions =
        range(
            MetadataTerms.fraction(key, low.doubleValue()),
            MetadataTerms.fraction(key, high.doubleValue()));
    FilterClause fromLow =
        isWhole(low)
            ? range(
                MetadataTerms.whole(key, low.longValue()), MetadataTerms.whole(key, Long.MAX_VALUE))
            : range(
                MetadataTerms.wholeAsDouble(key, low.doubleValue()),
                MetadataTerms.wholeAsDouble(key, Double.NaN));
    FilterClause toHigh =
        isWhole(high)
            ? range(
                MetadataTerms.whole(key, Long.MIN_VALUE),
                MetadataTerms.whole(key, high.longValue()))
            : range(
                MetadataTerms.wholeAsDouble(key, Double.NEGATIVE_INFINITY),
                MetadataTerms.wholeAsDouble(key, high.doubleValue()));
    return clauses.any(List.of(fractions, clauses.all(List.of(fromLow, toHigh))));
  }

  private static FilterClause range(String low, String high) {
    return FilterClause.leaf(Fields.METADATA + ":[" + low + " TO " + high + "]");
  }

  /** Whether a scope compares a number as a long, as core does. */
  private static boolean isWhole(Number number) {
    return number instanceof Long
        || number instanceof Integer
        || number instanceof Short
        || number instanceof Byte
        || (number instanceof BigInteger large && large.bitLength() < Long.SIZE);
  }
}
