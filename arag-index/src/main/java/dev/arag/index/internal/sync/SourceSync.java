package dev.arag.index.internal.sync;

import dev.arag.index.ChunkedDocument;
import dev.arag.index.SourceReader;
import dev.arag.index.ingest.Skip;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.chunks.StoredHash;
import dev.arag.index.internal.commit.DocumentRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Receives the documents of one source and passes them to the writer. Not thread-safe. */
final class SourceSync implements SourceReader.Sink {
  private final String source;
  private final DocumentWriter writer;
  private final SyncTally tally;
  private final ProgressEstimator progress;
  private final Set<String> unreadable = new HashSet<>();
  private boolean hasFoundDocuments;

  /**
   * @param source the name of the source
   */
  SourceSync(String source, DocumentWriter writer, SyncTally tally, ProgressEstimator progress) {
    this.source = source;
    this.writer = writer;
    this.tally = tally;
    this.progress = progress;
  }

  @Override
  public void expect(int documents) {
    progress.expect(documents);
  }

  @Override
  public boolean isUnchanged(String documentId, String contentHash) {
    writer.checkCancelled();
    StoredHash hash = storedHash(contentHash);
    boolean isKept =
        writer
            .find(documentId)
            .filter(ref -> ref.hash().equals(hash) && writer.keep(ref))
            .isPresent();
    hasFoundDocuments |= isKept;
    return isKept;
  }

  private static StoredHash storedHash(String contentHash) {
    return StoredHash.of(HexFormat.of().parseHex(contentHash));
  }

  @Override
  public boolean isKeyTaken(String key) {
    return writer.isKeyTaken(key);
  }

  @Override
  public void document(ChunkedDocument document) {
    writer.checkCancelled();
    String id = document.document().id();
    Origin origin =
        new Origin(source, storedHash(document.contentHash()), document.key(), document.warnings());
    try {
      Optional<String> refusal = writer.add(document, origin);
      hasFoundDocuments |= refusal.isEmpty();
      if (refusal.isPresent()) {
        skipped(new Skip(id, refusal.get()));
        unreadable(id);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void skipped(Skip skip) {
    writer.checkCancelled();
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
  boolean isGone(DocumentRef ref) {
    if (!ref.source().equals(source)) {
      return false;
    }
    for (String id = ref.id(); id != null; id = parent(id)) {
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
