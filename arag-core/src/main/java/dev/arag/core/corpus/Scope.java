package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.corpus.MetadataValues;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A condition that restricts which chunks may be searched and read. It tests the id of a chunk, or
 * the metadata, the id, the source or the readers of its document. Only application code sets a
 * scope; a model cannot change it.
 *
 * <p>A document without a metadata key never satisfies a condition on this key, not even under
 * {@link Not}. Numbers are compared by value, strings must be identical, and a list of strings
 * matches a value if the list contains the value. Conditions on ids and sources compare exact
 * strings, and their negation is the plain complement: it allows everything else, including
 * documents without a source.
 *
 * <p>Metadata contain dates as ISO 8601 texts, whether code set a {@link LocalDate} or an {@link
 * Instant}, or the text comes from a file. A range of {@code LocalDate}s matches a text that is a
 * date or begins with one ({@code 2024-05-17}, {@code 2024-05-17T23:30:00-05:00}); the date counts
 * as written, without its time and zone. A range of {@code Instant}s matches a text with a date, a
 * time and an offset or {@code Z}, which is compared as a point in time. Other texts do not match.
 * {@link #equal} and {@link #in} compare the ISO 8601 text of a date or an instant with the whole
 * stored text.
 *
 * <p>Null and blank keys, ids and names are rejected when the scope is created. The interface is
 * sealed so that a remote corpus can translate every scope or reject it.
 */
public sealed interface Scope {
  /** Whether a chunk may be read. */
  boolean allows(Candidate candidate);

  /** Like {@link #allows(Chunk, String, Set)}, for a document that no principals may read. */
  default boolean allows(Chunk chunk, @Nullable String source) {
    return allows(chunk, source, Set.of());
  }

  /**
   * Whether a chunk may be read.
   *
   * @param source the name of the source of the document of the chunk; null if it has no source
   * @param readableBy the principals that may read the document of the chunk
   */
  default boolean allows(Chunk chunk, @Nullable String source, Set<String> readableBy) {
    record OfChunk(Chunk read, Optional<String> source, Set<String> readableBy)
        implements Candidate {
      @Override
      public Optional<ChunkId> chunkId() {
        return Optional.of(read.id());
      }

      @Override
      public String document() {
        return read.location().documentId();
      }

      @Override
      public Map<String, Object> metadata() {
        return read.location().metadata();
      }
    }
    return allows(
        new OfChunk(
            requireNonNull(chunk, "chunk"),
            Optional.ofNullable(source),
            requireNonNull(readableBy, "readableBy")));
  }

  /**
   * The properties of a chunk that a scope can test. A corpus that stores them separately can read
   * each one on demand.
   */
  interface Candidate {
    /** The id of the chunk; empty for a document without chunks. */
    Optional<ChunkId> chunkId();

    /** The id of the document. */
    String document();

    /** The name of the source of the document; empty if the document has no source. */
    Optional<String> source();

    /** The metadata of the document. */
    Map<String, Object> metadata();

    /**
     * The principals that may read the document, see {@link Document#readableBy}. The default
     * implementation returns none, so that {@link #readableBy} allows nothing.
     */
    default Set<String> readableBy() {
      return Set.of();
    }
  }

  /**
   * The scopes that this scope combines; empty unless it is {@link And}, {@link Or} or {@link Not}.
   */
  default List<Scope> operands() {
    return List.of();
  }

  /**
   * The metadata keys that this scope tests. {@link Not} allows only documents that have all of
   * these keys.
   */
  default Set<String> keys() {
    return operands().stream()
        .flatMap(each -> each.keys().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Whether this scope allows only documents that a {@link ReadableBy} in it allows. A corpus with
   * rights contains nothing within another scope.
   */
  default boolean checksRights() {
    return false;
  }

  /** Returns a scope that allows the chunks that both scopes allow. */
  default Scope and(Scope other) {
    requireNonNull(other, "other");
    if (this instanceof Everything) {
      return other;
    }
    return other instanceof Everything ? this : new And(List.of(this, other));
  }

  /** Returns a scope that allows the chunks that at least one of the two scopes allows. */
  default Scope or(Scope other) {
    return new Or(List.of(this, requireNonNull(other, "other")));
  }

  /**
   * Returns a scope that allows the chunks that this scope does not allow, provided that their
   * documents have all metadata keys that this scope tests.
   *
   * @throws IllegalArgumentException if this scope contains {@link ReadableBy}, because its
   *     negation would allow documents that the principals must not read
   */
  default Scope not() {
    return new Not(this);
  }

  /** Returns a scope that allows every chunk. */
  static Scope everything() {
    return new Everything();
  }

  /**
   * Returns a scope that requires the metadata value under {@code key} to equal {@code value}.
   *
   * @param value a string, number, boolean, LocalDate or Instant. The result of a lookup can be
   *     passed without a check for null.
   * @throws IllegalArgumentException if the value is null or has another type, so that a missing
   *     tenant id cannot widen a scope
   */
  static Scope equal(String key, @Nullable Object value) {
    return new Equal(MetadataValues.requireKey(key), MetadataValues.requireScalar(key, value));
  }

  /**
   * Returns a scope that requires the metadata value under {@code key} to equal one of {@code
   * values}. If {@code values} is empty, the scope allows nothing.
   */
  static Scope in(String key, Collection<?> values) {
    return new In(key, new HashSet<>(requireNonNull(values, "values")));
  }

  /**
   * Returns a scope that requires the metadata value under {@code key} to be between two inclusive
   * bounds. Strings are compared by code point.
   *
   * @param low the lower bound, a number, string, LocalDate or Instant
   * @param high the upper bound, a number if {@code low} is a number, otherwise of the type of
   *     {@code low}; not below {@code low}
   * @throws IllegalArgumentException if the bounds are of different types or in the wrong order
   */
  static Scope between(String key, Object low, Object high) {
    return new Range(key, low, high);
  }

  /** Like {@link #documents(Collection)}. */
  static Scope documents(String... ids) {
    return documents(Arrays.asList(requireNonNull(ids, "ids")));
  }

  /**
   * Returns a scope that allows the documents with these ids. If {@code ids} is empty, the scope
   * allows nothing.
   *
   * @param ids document ids, none blank; unknown ids are permitted
   */
  static Scope documents(Collection<String> ids) {
    return new Documents(new HashSet<>(requireNonNull(ids, "ids")));
  }

  /** Like {@link #chunks(Collection)}. */
  static Scope chunks(ChunkId... ids) {
    return chunks(Arrays.asList(requireNonNull(ids, "ids")));
  }

  /**
   * Returns a scope that allows the chunks with these ids. If {@code ids} is empty, the scope
   * allows nothing. {@link Chunk#previous()} and {@link Chunk#next()} of a chunk in scope can be
   * ids out of scope, which cannot be read.
   *
   * @param ids chunk ids; unknown ids are permitted
   */
  static Scope chunks(Collection<ChunkId> ids) {
    return new Chunks(new HashSet<>(requireNonNull(ids, "ids")));
  }

  /**
   * Returns a scope that allows the documents of one source.
   *
   * @param name the name of the source, not blank
   */
  static Scope source(String name) {
    return new Source(name);
  }

  /** Like {@link #readableBy(Collection)}. */
  static Scope readableBy(String... principals) {
    return readableBy(Arrays.asList(requireNonNull(principals, "principals")));
  }

  /**
   * Returns a scope that allows the documents that a person may read: those that are {@linkplain
   * Document.Builder#readableBy readable by} one of the principals or by {@link Document#EVERYONE}.
   * It cannot be negated.
   *
   * @param principals the names of the person and of the groups that the person belongs to, none
   *     blank, such as {@code user:jo} and {@code group:hr}. They are compared exactly. If empty,
   *     the scope allows only documents that everyone may read
   */
  static Scope readableBy(Collection<String> principals) {
    return new ReadableBy(new HashSet<>(requireNonNull(principals, "principals")));
  }

  /** Replaces operands of the same type by their operands, so that a chain is not nested. */
  private static List<Scope> flat(List<Scope> scopes, Class<? extends Scope> type) {
    List<Scope> operands = new ArrayList<>();
    for (Scope each : requireNonNull(scopes, "operands")) {
      if (type.isInstance(each)) {
        operands.addAll(each.operands());
      } else {
        operands.add(requireNonNull(each, "operand"));
      }
    }
    if (operands.isEmpty()) {
      throw new IllegalArgumentException("operands must not be empty");
    }
    return Collections.unmodifiableList(operands);
  }

  /** Allows every chunk. */
  record Everything() implements Scope {
    @Override
    public boolean allows(Candidate candidate) {
      requireNonNull(candidate, "candidate");
      return true;
    }
  }

  /** Requires the metadata value under a key to equal a given value. */
  record Equal(String key, Object value) implements Scope {
    public Equal {
      MetadataValues.requireKey(key);
      requireNonNull(value, "value");
      value = MetadataValues.requireScalar(key, value);
    }

    @Override
    public boolean allows(Candidate candidate) {
      requireNonNull(candidate, "candidate");
      return MetadataValues.equal(candidate.metadata().get(key), value);
    }

    @Override
    public Set<String> keys() {
      return Set.of(key);
    }
  }

  /** Requires the metadata value under a key to equal one of several values. */
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
    public boolean allows(Candidate candidate) {
      requireNonNull(candidate, "candidate");
      Object present = candidate.metadata().get(key);
      return values.stream().anyMatch(value -> MetadataValues.equal(present, value));
    }

    @Override
    public Set<String> keys() {
      return Set.of(key);
    }
  }

  /** Requires the metadata value under a key to be between two inclusive bounds. */
  record Range(String key, Object low, Object high) implements Scope {
    public Range {
      MetadataValues.requireKey(key);
      requireNonNull(low, "low");
      requireNonNull(high, "high");
      MetadataValues.requireRange(key, low, high);
    }

    @Override
    public boolean allows(Candidate candidate) {
      requireNonNull(candidate, "candidate");
      return MetadataValues.isBetween(candidate.metadata().get(key), low, high);
    }

    @Override
    public Set<String> keys() {
      return Set.of(key);
    }
  }

  /** Requires the document to have one of several ids. */
  record Documents(Set<String> ids) implements Scope {
    public Documents {
      requireNonNull(ids, "ids").forEach(id -> MetadataValues.requireText("id", id));
      ids = Set.copyOf(ids);
    }

    @Override
    public boolean allows(Candidate candidate) {
      requireNonNull(candidate, "candidate");
      return ids.contains(candidate.document());
    }
  }

  /** Requires the chunk to have one of several ids. */
  record Chunks(Set<ChunkId> ids) implements Scope {
    public Chunks {
      requireNonNull(ids, "ids").forEach(id -> requireNonNull(id, "id"));
      ids = Set.copyOf(ids);
    }

    @Override
    public boolean allows(Candidate candidate) {
      requireNonNull(candidate, "candidate");
      return candidate.chunkId().filter(ids::contains).isPresent();
    }
  }

  /** Requires the document to come from a source. */
  record Source(String name) implements Scope {
    public Source {
      MetadataValues.requireText("name", name);
    }

    @Override
    public boolean allows(Candidate candidate) {
      requireNonNull(candidate, "candidate");
      return candidate.source().filter(name::equals).isPresent();
    }
  }

  /** Requires that one of several principals, or everyone, may read the document. */
  record ReadableBy(Set<String> principals) implements Scope {
    public ReadableBy {
      requireNonNull(principals, "principals")
          .forEach(each -> MetadataValues.requireText("principal", each));
      principals = Set.copyOf(principals);
    }

    @Override
    public boolean allows(Candidate candidate) {
      Set<String> readers = requireNonNull(candidate, "candidate").readableBy();
      return readers.contains(Document.EVERYONE) || !Collections.disjoint(readers, principals);
    }

    @Override
    public boolean checksRights() {
      return true;
    }
  }

  /** Requires that all operands, at least one, allow the chunk. No operand is an {@code And}. */
  record And(List<Scope> operands) implements Scope {
    public And {
      operands = flat(operands, And.class);
    }

    @Override
    public boolean checksRights() {
      return operands.stream().anyMatch(Scope::checksRights);
    }

    @Override
    public boolean allows(Candidate candidate) {
      requireNonNull(candidate, "candidate");
      return operands.stream().allMatch(each -> each.allows(candidate));
    }
  }

  /** Requires that at least one operand allows the chunk. No operand is an {@code Or}. */
  record Or(List<Scope> operands) implements Scope {
    public Or {
      operands = flat(operands, Or.class);
    }

    @Override
    public boolean checksRights() {
      return operands.stream().allMatch(Scope::checksRights);
    }

    @Override
    public boolean allows(Candidate candidate) {
      requireNonNull(candidate, "candidate");
      return operands.stream().anyMatch(each -> each.allows(candidate));
    }
  }

  /**
   * Requires that a scope does not allow the chunk, and that the document has all metadata keys
   * that the scope tests.
   */
  record Not(Scope scope) implements Scope {
    public Not {
      if (containsRights(requireNonNull(scope, "scope"))) {
        throw new IllegalArgumentException(
            "A scope with readableBy cannot be negated. Name the principals that may read.");
      }
    }

    /** No other {@code Not} contains one, so that a deep chain needs no recursion. */
    private static boolean containsRights(Scope scope) {
      return scope instanceof ReadableBy
          || (!(scope instanceof Not) && scope.operands().stream().anyMatch(Not::containsRights));
    }

    @Override
    public List<Scope> operands() {
      return List.of(scope);
    }

    @Override
    public boolean allows(Candidate candidate) {
      requireNonNull(candidate, "candidate");
      return hasKeys(candidate) && !scope.allows(candidate);
    }

    private boolean hasKeys(Candidate candidate) {
      Set<String> keys = keys();
      return keys.isEmpty() || candidate.metadata().keySet().containsAll(keys);
    }
  }
}
