package dev.arag.index.internal.sync;

import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.SourceFingerprint;
import dev.arag.index.internal.commit.SourceRecord;
import dev.arag.index.sync.SourceLocation;
import dev.arag.index.sync.StoredSources;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sources of an index and their stored documents. Not thread-safe. */
public final class IndexedSources implements StoredSources {
  private final IndexTransaction transaction;

  public IndexedSources(IndexTransaction transaction) {
    this.transaction = transaction;
  }

  @Override
  public @Nullable SourceLocation location(String source) {
    SourceRecord stored = transaction.sources().get(SourceFingerprint.of(source));
    return stored == null
        ? null
        : new SourceLocation(stored.pathHash().toHex(), stored.path(), stored.earlierPath());
  }

  /** Stores the location of a source in the next commit. */
  void put(String source, SourceLocation location) {
    SourceFingerprint pathHash = SourceFingerprint.ofHex(location.pathHash());
    transaction
        .sources()
        .put(
            SourceFingerprint.of(source),
            new SourceRecord(pathHash, location.path(), location.earlierPath()));
  }

  @Override
  public String pathHash(String path) {
    return SourceFingerprint.of(path).toHex();
  }

  @Override
  public boolean hasDocument(String source) {
    return documents(source).findAny().isPresent();
  }

  @Override
  public boolean contains(String source, String documentId) {
    return transaction.find(documentId).filter(ref -> ref.source().equals(source)).isPresent();
  }

  @Override
  public Comparison compare(String source, DocumentIds present) throws IOException {
    Set<String> missing =
        documents(source).map(DocumentRef::id).collect(Collectors.toCollection(HashSet::new));
    int documents = missing.size();
    present.forEach(missing::remove);
    return new Comparison(documents, missing.size());
  }

  private Stream<DocumentRef> documents(String source) {
    return transaction.documents().filter(document -> document.source().equals(source));
  }
}
