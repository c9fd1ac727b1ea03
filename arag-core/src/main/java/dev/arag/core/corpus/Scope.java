package dev.arag.core.corpus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

  /** No restriction. */
  record Everything() implements Scope {
    @Override
    public boolean allows(Map<String, Object> metadata) {
      return true;
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
  }

  /** Both. */
  record And(Scope left, Scope right) implements Scope {
    @Override
    public boolean allows(Map<String, Object> metadata) {
      return left.allows(metadata) && right.allows(metadata);
    }
  }

  /** Either. */
  record Or(Scope left, Scope right) implements Scope {
    @Override
    public boolean allows(Map<String, Object> metadata) {
      return left.allows(metadata) || right.allows(metadata);
    }
  }

  /** The opposite, for documents that have every key it names. */
  record Not(Scope scope) implements Scope {
    @Override
    public boolean allows(Map<String, Object> metadata) {
      return keys(scope).stream().allMatch(metadata::containsKey) && !scope.allows(metadata);
    }

    private static List<String> keys(Scope scope) {
      if (scope instanceof Equal equal) {
        return List.of(equal.key());
      }
      if (scope instanceof In in) {
        return List.of(in.key());
      }
      if (scope instanceof Range range) {
        return List.of(range.key());
      }
      if (scope instanceof Not not) {
        return keys(not.scope());
      }
      if (scope instanceof And both) {
        return joined(both.left(), both.right());
      }
      if (scope instanceof Or either) {
        return joined(either.left(), either.right());
      }
      return List.of();
    }

    private static List<String> joined(Scope left, Scope right) {
      List<String> all = new ArrayList<>(keys(left));
      all.addAll(keys(right));
      return all;
    }
  }
}
