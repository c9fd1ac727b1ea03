package dev.arag.index.sync;

import dev.arag.index.ChunkedDocument;
import dev.arag.index.SourceReader;
import dev.arag.index.ingest.Skip;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Receives the documents of one source and passes them to the store. Not thread-safe. */
final class SourceSink implements SourceReader.Sink {
  private final String source;
  private final DocumentStore store;
  private final SyncTally tally;
  private final ProgressEstimator progress;
  private final Set<String> unreadable = new HashSet<>();
  private final List<Skip> skipped = new ArrayList<>();
  private boolean hasFoundDocuments;

  /**
   * @param source the name of the source
   */
  SourceSink(String source, DocumentStore store, SyncTally tally, ProgressEstimator progress) {
    this.source = source;
    this.store = store;
    this.tally = tally;
    this.progress = progress;
  }

  @Override
  public void expect(int documents) {
    progress.expect(documents);
  }

  @Override
  public boolean isUnchanged(String documentId, String contentHash) {
    store.check();
    boolean isKept = store.keep(documentId, contentHash);
    hasFoundDocuments |= isKept;
    return isKept;
  }

  @Override
  public void document(ChunkedDocument document) {
    store.check();
    Optional<String> refusal = store.add(document, source);
    hasFoundDocuments |= refusal.isEmpty();
    if (refusal.isPresent()) {
      String id = document.document().id();
      skipped(new Skip(id, refusal.get()));
      unreadable(id);
    }
  }

  @Override
  public void skipped(Skip skip) {
    store.check();
    tally.skip(skip);
    skipped.add(skip);
  }

  @Override
  public void unreadable(String documentId) {
    unreadable.add(documentId);
    store.documentDone();
  }

  List<Skip> skipped() {
    return skipped;
  }

  /** Returns whether the source contains a document that is stored or was added. */
  boolean hasFoundDocuments() {
    return hasFoundDocuments;
  }

  /**
   * Returns whether the source no longer contains a document that this sync has not visited. A
   * document is kept if it, or a folder or file that contains it, could not be read.
   */
  boolean isGone(String documentId) {
    for (String id = documentId; id != null; id = parent(id)) {
      if (unreadable.contains(id)) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable String parent(String id) {
    int slash = id.lastIndexOf('/');
    return slash < 0 ? null : id.substring(0, slash);
  }
}
