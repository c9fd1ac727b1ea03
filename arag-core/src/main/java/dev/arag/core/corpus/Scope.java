package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A condition on document metadata that restricts which documents may be read. Only application
 * code sets a scope; a model cannot change it. A document without a tested key never satisfies the
 * condition, not even under {@link Not}. Numbers are compared by value, strings must be identical,
 * and a list of strings matches a value if the list contains the value. A blank key is rejected.
 *
 * <p>Metadata contain dates as ISO 8601 texts, whether code set a {@link LocalDate} or an {@link
 * Instant}, or the text comes from a file. A range of {@code LocalDate}s matches a text that is a
 * date or begins with one ({@code 2024-05-17}, {@code 2024-05-17T23:30:00-05:00}); the date counts
 * as written, without its time and zone. A range of {@code Instant}s matches a text with a date, a
 * time and an offset or {@code Z}, which is compared as a point in time. Other texts do not match.
 * {@link #equal} and {@link #in} compare a date or an instant with the whole text.
 *
 * <p>The interface is sealed so that a remote corpus can translate every scope or reject it.
 */
public sealed interface Scope {
  /** Whether a document with this metadata may be read. */
  boolean allows(Map<String, Object> metadata);

  /**
   * The metadata keys that this scope tests. {@link Not} allows only documents that have all of
   * these keys.
   */
  Set<String> keys();

  /** Returns a scope that allows the documents that both scopes allow. */
  default Scope and(Scope other) {
    requireNonNull(other, "other");
    if (this instanceof Everything) {
      return other;
    }
    return other instanceof Everything ? this : new And(this, other);
  }

  /** Returns a scope that allows the documents that at least one of the two scopes allows. */
  default Scope or(Scope other) {
    return new Or(this, requireNonNull(other, "other"));
  }

  /**
   * Returns a scope that allows the documents that this scope does not allow, provided that they
   * have all keys that this scope tests.
   */
  default Scope not() {
    return new Not(this);
  }

  /** Returns a scope that allows every document. */
  static Scope everything() {
    return new Everything();
  }

  /**
   * Returns a scope that requires the value under {@code key} to equal {@code value}.
   *
   * @param value a string, number, boolean, LocalDate or Instant. Null is rejected, so that a
   *     missing tenant id cannot widen a scope by mistake.
   */
  static Scope equal(String key, @Nullable Object value) {
    return new Equal(MetadataValues.requireKey(key), MetadataValues.requireScalar(key, value));
  }

  /**
   * Returns a scope that requires the value under {@code key} to equal one of {@code values}. If
   * {@code values} is empty, the scope allows no document.
   */
  static Scope in(String key, Collection<?> values) {
    return new In(MetadataValues.requireKey(key), Set.copyOf(requireNonNull(values, "values")));
  }

  /**
   * Returns a scope that requires the value under {@code key} to be between two inclusive bounds.
   * Strings are compared by code point.
   *
   * @param low the lower bound, a number, string, LocalDate or Instant
   * @param high the upper bound, a number if {@code low} is a number, otherwise of the type of
   *     {@code low}
   */
  static Scope between(String key, Object low, Object high) {
    return new Range(key, low, high);
  }

  private static Set<String> union(Scope left, Scope right) {
    Set<String> keys = new HashSet<>(left.keys());
    keys.addAll(right.keys());
    return Set.copyOf(keys);
  }

  /** Allows every document. */
  record Everything() implements Scope {
    @Override
    public boolean allows(Map<String, Object> metadata) {
      requireNonNull(metadata, "metadata");
      return true;
    }

    @Override
    public Set<String> keys() {
      return Set.of();
    }
  }

  /** Requires the value under a key to equal a given value. */
  record Equal(String key, Object value) implements Scope {
    public Equal {
      MetadataValues.requireKey(key);
      requireNonNull(value, "value");
      value = MetadataValues.requireScalar(key, value);
    }

    @Override
    public boolean allows(Map<String, Object> metadata) {
      requireNonNull(metadata, "metadata");
      return MetadataValues.equal(metadata.get(key), value);
    }

    @Override
    public Set<String> keys() {
      return Set.of(key);
    }
  }

  /** Requires the value under a key to equal one of several values. */
  record In(String key, Set<?> values) implements Scope {
    public In {
      MetadataValues.requireKey(key);
      requireNonNull(values, "values");
      values =
          values.stream()
              .map(value -> MetadataValues.requireScalar(key, value))
              .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean allows(Map<String, Object> metadata) {
      requireNonNull(metadata, "metadata");
      Object present = metadata.get(key);
      return values.stream().anyMatch(value -> MetadataValues.equal(present, value));
    }

    @Override
    public Set<String> keys() {
      return Set.of(key);
    }
  }

  /** Requires the value under a key to be between two inclusive bounds. */
  record Range(String key, Object low, Object high) implements Scope {
    public Range {
      MetadataValues.requireKey(key);
      requireNonNull(low, "low");
      requireNonNull(high, "high");
      MetadataValues.requireSameKind(key, low, high);
    }

    @Override
    public boolean allows(Map<String, Object> metadata) {
      requireNonNull(metadata, "metadata");
      return MetadataValues.isBetween(metadata.get(key), low, high);
    }

    @Override
    public Set<String> keys() {
      return Set.of(key);
    }
  }

  /** Requires that both scopes allow the document. */
  record And(Scope left, Scope right) implements Scope {
    public And {
      requireNonNull(left, "left");
      requireNonNull(right, "right");
    }

    @Override
    public boolean allows(Map<String, Object> metadata) {
      requireNonNull(metadata, "metadata");
      return left.allows(metadata) && right.allows(metadata);
    }

    @Override
    public Set<String> keys() {
      return union(left, right);
    }
  }

  /** Requires that at least one of two scopes allows the document. */
  record Or(Scope left, Scope right) implements Scope {
    public Or {
      requireNonNull(left, "left");
      requireNonNull(right, "right");
    }

    @Override
    public boolean allows(Map<String, Object> metadata) {
      requireNonNull(metadata, "metadata");
      return left.allows(metadata) || right.allows(metadata);
    }

    @Override
    public Set<String> keys() {
      return union(left, right);
    }
  }

  /**
   * Requires that a scope does not allow the document, and that the document has all keys that the
   * scope tests.
   */
  record Not(Scope scope) implements Scope {
    public Not {
      requireNonNull(scope, "scope");
    }

    @Override
    public boolean allows(Map<String, Object> metadata) {
      requireNonNull(metadata, "metadata");
      return metadata.keySet().containsAll(keys()) && !scope.allows(metadata);
    }

    @Override
    public Set<String> keys() {
      return scope.keys();
    }
  }
}
