package dev.arag.core.corpus;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition on document metadata that restricts which documents may be read. Code sets it, never
 * a model. A condition on a missing key is never satisfied, not even under {@link Not}. Numbers are
 * equal if their values are; strings must be identical. A list of strings equals a value if one of
 * its elements does.
 *
 * <p>The interface is sealed so that a remote corpus can translate every scope or reject it.
 */
public sealed interface Scope {
  /** Whether a document with this metadata may be read. */
  boolean allows(Map<String, Object> metadata);

  /**
   * The metadata keys that this scope tests. {@link Not} requires a document to have all of them.
   */
  Set<String> keys();

  /** A scope that allows what both allow. */
  default Scope and(Scope other) {
    if (this instanceof Everything) {
      return other;
    }
    return other instanceof Everything ? this : new And(this, other);
  }

  /** A scope that allows what at least one allows. */
  default Scope or(Scope other) {
    return new Or(this, other);
  }

  /** A scope that allows the documents that this scope does not, if they have all its keys. */
  default Scope not() {
    return new Not(this);
  }

  /** A scope without restriction. */
  static Scope everything() {
    return new Everything();
  }

  /**
   * The value under {@code key} equals {@code value}.
   *
   * @param value a string, number or boolean; null is rejected, so that a missing tenant id never
   *     widens a scope
   */
  static Scope equal(String key, @Nullable Object value) {
    return new Equal(key, MetadataValues.requireScalar(key, value));
  }

  /** The value under {@code key} equals one of {@code values}; with no values, nothing matches. */
  static Scope in(String key, Collection<?> values) {
    return new In(key, Set.copyOf(values));
  }

  /**
   * The value under {@code key} lies between two bounds, both inclusive. Strings compare by code
   * point.
   *
   * @param low a number or string
   * @param high of the same kind
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
      return true;
    }

    @Override
    public Set<String> keys() {
      return Set.of();
    }
  }

  /** Requires one value. */
  record Equal(String key, Object value) implements Scope {
    public Equal {
      value = MetadataValues.requireScalar(key, value);
    }

    @Override
    public boolean allows(Map<String, Object> metadata) {
      return MetadataValues.equal(metadata.get(key), value);
    }

    @Override
    public Set<String> keys() {
      return Set.of(key);
    }
  }

  /** Requires one of several values. */
  record In(String key, Set<?> values) implements Scope {
    public In {
      values.forEach(value -> MetadataValues.requireScalar(key, value));
      values = Set.copyOf(values);
    }

    @Override
    public boolean allows(Map<String, Object> metadata) {
      Object present = metadata.get(key);
      return values.stream().anyMatch(value -> MetadataValues.equal(present, value));
    }

    @Override
    public Set<String> keys() {
      return Set.of(key);
    }
  }

  /** Requires a value between two bounds, both inclusive. */
  record Range(String key, Object low, Object high) implements Scope {
    public Range {
      MetadataValues.requireSameKind(key, low, high);
    }

    @Override
    public boolean allows(Map<String, Object> metadata) {
      return MetadataValues.isBetween(metadata.get(key), low, high);
    }

    @Override
    public Set<String> keys() {
      return Set.of(key);
    }
  }

  /** Requires both scopes. */
  record And(Scope left, Scope right) implements Scope {
    @Override
    public boolean allows(Map<String, Object> metadata) {
      return left.allows(metadata) && right.allows(metadata);
    }

    @Override
    public Set<String> keys() {
      return union(left, right);
    }
  }

  /** Requires at least one of two scopes. */
  record Or(Scope left, Scope right) implements Scope {
    @Override
    public boolean allows(Map<String, Object> metadata) {
      return left.allows(metadata) || right.allows(metadata);
    }

    @Override
    public Set<String> keys() {
      return union(left, right);
    }
  }

  /** Requires that a scope does not allow the document, and that all its keys are present. */
  record Not(Scope scope) implements Scope {
    @Override
    public boolean allows(Map<String, Object> metadata) {
      return metadata.keySet().containsAll(keys()) && !scope.allows(metadata);
    }

    @Override
    public Set<String> keys() {
      return scope.keys();
    }
  }
}
