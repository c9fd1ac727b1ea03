package dev.arag.core.corpus;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What may be read: a condition on a document's metadata, set by code and never by a model. A key a
 * document lacks matches nothing, not even under {@link Not}. Values compare by kind: a number
 * equals a number of the same value, a string equals a string; against a list of strings, one equal
 * element is enough.
 *
 * <p>Closed, so that a remote corpus can translate every scope or refuse it.
 */
public sealed interface Scope {
  /** Whether a document with this metadata may be read. */
  boolean allows(Map<String, Object> metadata);

  /** The metadata keys this scope compares; {@link Not} requires a document to have all of them. */
  Set<String> keys();

  /** Both must hold. */
  default Scope and(Scope other) {
    if (this instanceof Everything) {
      return other;
    }
    return other instanceof Everything ? this : new And(this, other);
  }

  /** At least one must hold. */
  default Scope or(Scope other) {
    return new Or(this, other);
  }

  /** This must not hold, and every key it names must be there. */
  default Scope not() {
    return new Not(this);
  }

  /** No restriction. */
  static Scope everything() {
    return new Everything();
  }

  /**
   * The value under {@code key} equals {@code value}.
   *
   * @param value a string, number or boolean; null is refused, so that a missing tenant never
   *     widens
   */
  static Scope equal(String key, @Nullable Object value) {
    return new Equal(key, MetadataValues.requireScalar(key, value));
  }

  /** The value under {@code key} equals one of {@code values}; with no values, nothing matches. */
  static Scope in(String key, Collection<?> values) {
    return new In(key, Set.copyOf(values));
  }

  /**
   * The value under {@code key} lies between two bounds, both included: numbers by size, strings by
   * code point.
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

  /** No restriction. */
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

  /** One value. */
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

  /** One of several values. */
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

  /** Between two values, both included. */
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

  /** Both. */
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

  /** Either. */
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

  /** The opposite, for documents that have every key it names. */
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
