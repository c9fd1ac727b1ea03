package dev.arag.index.internal.search;

import dev.arag.core.corpus.Scope;
import dev.arag.core.text.ChunkId;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.StoredDocument;
import dev.arag.index.internal.commit.Segment;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a scope on the documents and chunks of a segment. A scope on ids is evaluated only on
 * the documents that it names, which are found by hash. Not thread-safe.
 */
final class ScopeEvaluation {
  private final Segment segment;
  private final ChunksReader chunks;
  private final Scope scope;

  ScopeEvaluation(Segment segment, Scope scope) {
    this.segment = segment;
    this.chunks = segment.chunks();
    this.scope = scope;
  }

  /** A chunk whose properties are read on demand. Reused for all chunks of a document. */
  private final class Current implements Scope.Candidate {
    private final int document;
    private @Nullable ChunkId chunk;
    private @Nullable StoredDocument stored;

    Current(int document) {
      this.document = document;
    }

    Current at(int number) {
      chunk = chunks.chunkId(number);
      return this;
    }

    private StoredDocument stored() {
      if (stored == null) {
        stored = chunks.readDocument(document);
      }
      return stored;
    }

    @Override
    public Optional<ChunkId> chunkId() {
      return Optional.ofNullable(chunk);
    }

    @Override
    public String document() {
      return stored().id();
    }

    @Override
    public Optional<String> source() {
      return Optional.of(stored().origin().source());
    }

    @Override
    public Map<String, Object> metadata() {
      return stored().metadata();
    }

    @Override
    public Set<String> readableBy() {
      return stored().readableBy();
    }
  }

  /**
   * Returns the chunks that are in scope and not deleted. Unless the scope names its documents, the
   * segment stores them. The caller must not modify them.
   */
  BitSet allowedChunks() {
    BitSet named = namedDocuments(scope);
    return named == null ? segment.allowedChunks(scope, () -> evaluate(null)) : evaluate(named);
  }

  private BitSet evaluate(@Nullable BitSet named) {
    boolean testsChunks = testsChunks(scope);
    BitSet allowed = new BitSet(chunks.chunks());
    for (int document = next(named, 0); document >= 0; document = next(named, document + 1)) {
      if (!segment.isLive(document)) {
        continue;
      }
      if (testsChunks) {
        addChunks(document, allowed);
      } else if (scope.allows(new Current(document))) {
        allowed.set(chunks.firstChunk(document), chunks.firstChunk(document + 1));
      }
    }
    return allowed;
  }

  private void addChunks(int document, BitSet allowed) {
    Current current = new Current(document);
    int end = chunks.firstChunk(document + 1);
    for (int chunk = chunks.firstChunk(document); chunk < end; chunk++) {
      allowed.set(chunk, scope.allows(current.at(chunk)));
    }
  }

  private int next(@Nullable BitSet named, int from) {
    if (named == null) {
      return from < chunks.documents() ? from : -1;
    }
    return named.nextSetBit(from);
  }

  /** Returns whether a document without chunks is in scope. */
  boolean allowsEmpty(int document) {
    return scope.allows(new Current(document));
  }

  private static boolean testsChunks(Scope scope) {
    return scope instanceof Scope.Chunks
        || scope.operands().stream().anyMatch(ScopeEvaluation::testsChunks);
  }

  /**
   * Returns the only documents that a scope can allow; null if it can allow documents that it does
   * not name.
   */
  private @Nullable BitSet namedDocuments(Scope scope) {
    BitSet named = new BitSet();
    if (scope instanceof Scope.Documents documents) {
      documents.ids().forEach(id -> chunks.findDocument(id).ifPresent(named::set));
      return named;
    }
    if (scope instanceof Scope.Chunks ids) {
      ids.ids()
          .forEach(id -> chunks.find(id).ifPresent(chunk -> named.set(chunks.document(chunk))));
      return named;
    }
    if (scope instanceof Scope.And) {
      return scope.operands().stream()
          .map(this::namedDocuments)
          .filter(Objects::nonNull)
          .reduce(ScopeEvaluation::intersection)
          .orElse(null);
    }
    if (!(scope instanceof Scope.Or)) {
      return null;
    }
    for (Scope each : scope.operands()) {
      BitSet ofOperand = namedDocuments(each);
      if (ofOperand == null) {
        return null;
      }
      named.or(ofOperand);
    }
    return named;
  }

  private static BitSet intersection(BitSet one, BitSet other) {
    one.and(other);
    return one;
  }
}
