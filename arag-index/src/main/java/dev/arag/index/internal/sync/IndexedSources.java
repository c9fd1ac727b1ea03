package dev.arag.index.internal.sync;

import dev.arag.index.ingest.Skip;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.SourceFingerprint;
import dev.arag.index.internal.commit.SourceRecord;
import dev.arag.index.sync.SourceLocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sources of an index and their stored documents. Not thread-safe. */
final class IndexedSources {
  private final IndexTransaction transaction;

  IndexedSources(IndexTransaction transaction) {
    this.transaction = transaction;
  }

  @Nullable SourceLocation location(String source) {
    SourceRecord stored = transaction.sources().get(SourceFingerprint.of(source));
    return stored == null ? null : new SourceLocation(stored.pathHash().toHex(), stored.path());
  }

  /** Stores the location of a source in the next commit. */
  void put(String source, SourceLocation location) {
    SourceFingerprint pathHash = SourceFingerprint.ofHex(location.pathHash());
    SourceRecord before = transaction.sources().get(SourceFingerprint.of(source));
    List<Skip> skipped = before == null ? List.of() : before.skipped();
    transaction
        .sources()
        .put(SourceFingerprint.of(source), new SourceRecord(pathHash, location.path(), skipped));
  }

  /** Stores what was skipped of a source that has a location, in the next commit. */
  void putSkipped(String source, List<Skip> skipped) {
    transaction
        .sources()
        .computeIfPresent(
            SourceFingerprint.of(source), (name, stored) -> stored.withSkipped(skipped));
  }

  /** Returns whether the index contains a document of a source. */
  boolean hasDocument(String source) {
    return transaction.documents().anyMatch(document -> document.source().equals(source));
  }
}
