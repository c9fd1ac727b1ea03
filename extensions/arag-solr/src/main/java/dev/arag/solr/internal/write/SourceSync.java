package dev.arag.solr.internal.write;

import dev.arag.index.ChunkedDocument;
import dev.arag.index.SourceReader;
import dev.arag.index.ingest.Skip;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Receives the documents of one source and passes them to the writer. Not thread-safe. */
final class SourceSync implements SourceReader.Sink {
  private final String source;
  private final DocumentWriter writer;
  private final Predicate<String> isOwn;
  private final SyncTally tally;
  private final ProgressEstimator progress;
  private final Set<String> unreadable = new HashSet<>();
  private boolean hasFoundDocuments;

  /**
   * @param source the name of the source
   * @param isOwn tells by its id whether this writer stores a document; others are ignored
   */
  SourceSync(
      String source,
      DocumentWriter writer,
      Predicate<String> isOwn,
      SyncTally tally,
      ProgressEstimator progress) {
    this.source = source;
    this.writer = writer;
    this.isOwn = isOwn;
    this.tally = tally;
    this.progress = progress;
  }

  @Override
  public void expect(int documents) {
    progress.expect(documents);
  }

  @Override
  public boolean isUnchanged(String documentId, String contentHash) {
    writer.check();
    if (!isOwn.test(documentId)) {
      hasFoundDocuments = true;
      return true;
    }
    boolean isKept = writer.keep(documentId, contentHash);
    hasFoundDocuments |= isKept;
    return isKept;
  }

  @Override
  public boolean isKeyTaken(String key) {
    return writer.isKeyTaken(key);
  }

  @Override
  public void document(ChunkedDocument document) {
    writer.check();
    String id = document.document().id();
    if (!isOwn.test(id)) {
      return;
    }
    Optional<String> refusal = writer.add(document, source);
    hasFoundDocuments |= refusal.isEmpty();
    if (refusal.isPresent()) {
      skipped(new Skip(id, refusal.get()));
      unreadable(id);
    }
  }

  @Override
  public void skipped(Skip skip) {
    writer.check();
    tally.skip(skip);
  }

  @Override
  public void unreadable(String documentId) {
    unreadable.add(documentId);
    writer.documentDone();
  }

  @Override
  public void warning(String documentId, String warning) {
    tally.warn(documentId + ": " + warning);
  }

  /** Returns whether the source contains a document that is stored or was added. */
  boolean hasFoundDocuments() {
    return hasFoundDocuments;
  }

  /**
   * Returns whether the source no longer contains a stored document that this sync has not visited.
   * A document is kept if it, or a folder or file that contains it, could not be read.
   */
  boolean isGone(StoredVersion version) {
    if (!isOwn.test(version.id())) {
      return false;
    }
    for (String id = version.id(); id != null; id = parent(id)) {
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
