package dev.arag.index.internal.sync;

import dev.arag.index.ChunkedDocument;
import dev.arag.index.MovedSource;
import dev.arag.index.Source;
import dev.arag.index.SourceMovedException;
import dev.arag.index.SourceNameException;
import dev.arag.index.SourceReader;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.SourceFingerprint;
import dev.arag.index.internal.commit.SourceLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Resolves the sources of a sync and checks their paths against the paths that the index stores.
 * Not thread-safe.
 */
public final class SourceRegistry {
  private final IndexTransaction transaction;
  private final SourceReader reader;
  private final Cancellation cancellation;

  /**
   * @param reader finds the documents at a changed path
   */
  public SourceRegistry(TransactionCommitter commits, SourceReader reader) {
    this.transaction = commits.transaction();
    this.cancellation = commits.cancellation();
    this.reader = reader;
  }

  /**
   * Resolves all sources. This is done before any source is read, so that an invalid source does
   * not leave a partial sync.
   *
   * @throws SourceNameException if two sources share a name, or the derived name of a source is
   *     registered for another path
   * @throws SourceMovedException if a source is pruned at a changed path that contains none of its
   *     documents
   */
  public List<RegisteredSource> resolve(List<Source> sources) throws IOException {
    Set<String> names = new HashSet<>();
    List<RegisteredSource> resolved = new ArrayList<>();
    for (Source source : sources) {
      Source.Resolved each = source.resolve();
      if (!names.add(each.name())) {
        throw new SourceNameException(
            "Two sources are named "
                + each.name()
                + ". Give one of them a different name with Source.name.");
      }
      resolved.add(register(each));
    }
    return resolved;
  }

  private RegisteredSource register(Source.Resolved source) throws IOException {
    if (source.realPath() == null) {
      return new RegisteredSource(source, null, null);
    }
    SourceLocation location = SourceLocation.of(source.realPath());
    SourceLocation stored = transaction.sources().get(SourceFingerprint.of(source.name()));
    if (stored == null || (stored.isAt(location) && stored.earlierPath().isEmpty())) {
      return new RegisteredSource(source, location, null);
    }
    boolean isMoved = !stored.isAt(location);
    if (isMoved && !source.source().isNamed()) {
      throw newNameException(source.name(), stored.path(), location.path());
    }
    MovedSource moved =
        isMoved ? new MovedSource(source.name(), stored.path(), location.path()) : null;
    return new RegisteredSource(source, confirm(source, stored, location), moved);
  }

  private static SourceNameException newNameException(String name, String stored, String path) {
    return new SourceNameException(
        "The source name "
            + name
            + " already belongs to a different path in this index. Give "
            + path
            + " a different name with Source.name. If the source has moved"
            + (stored.isEmpty() ? "" : " from " + stored)
            + ", set its name to "
            + name
            + " with Source.name.");
  }

  /**
   * Returns the location to store. It has an earlier path if stored documents of the source may
   * come from another path. A later sync with prune would otherwise delete them, although the
   * source never contained them at the new path.
   */
  private SourceLocation confirm(
      Source.Resolved source, SourceLocation stored, SourceLocation location) throws IOException {
    boolean isConfirmed = stored.earlierPath().isEmpty();
    Set<String> missing = storedIds(source.name());
    int documents = missing.size();
    if (documents == 0) {
      return location;
    }
    removeFound(source, missing, isConfirmed);
    boolean isFound = missing.size() < documents;
    if (isConfirmed ? isFound : missing.isEmpty()) {
      return location;
    }
    String path = location.path();
    boolean isReturned = path.equals(stored.earlierPath());
    String other = isConfirmed || isReturned ? knownPath(stored) : stored.earlierPath();
    if (source.source().isPruned() && !(isReturned && isFound)) {
      throw newMovedException(source.name(), other, path, missing.size(), documents);
    }
    return location.withEarlierPath(other);
  }

  /** The text is missing if documents of this name were stored from memory after it was removed. */
  private static String knownPath(SourceLocation stored) {
    return stored.path().isEmpty() ? "an unknown path" : stored.path();
  }

  private Set<String> storedIds(String source) {
    Set<String> ids = new HashSet<>();
    transaction
        .documents()
        .filter(document -> document.source().equals(source))
        .forEach(document -> ids.add(document.id()));
    return ids;
  }

  /**
   * Removes the ids of documents that exist at the path of a source.
   *
   * @param isOneEnough whether to stop at the first id, so that the other files are not read
   */
  private void removeFound(Source.Resolved source, Set<String> ids, boolean isOneEnough)
      throws IOException {
    try {
      reader.read(source, new FoundDocuments(ids, isOneEnough, cancellation));
    } catch (EnoughFoundException e) {
      // One document is enough.
    }
  }

  private static SourceMovedException newMovedException(
      String name, String other, String path, int missing, int documents) {
    return new SourceMovedException(
        "The source "
            + name
            + " was synced from "
            + other
            + " and is now at "
            + path
            + ", which "
            + (missing == documents
                ? "contains none of its documents"
                : "does not contain " + missing + " of its " + documents + " documents")
            + ". A sync with prune would delete them. The index was not changed. Check"
            + " the path. If these documents are not needed, delete them with Index.delete.");
  }

  /** Removes the ids of existing documents from a set. The documents are not parsed. */
  private record FoundDocuments(Set<String> missing, boolean isOneEnough, Cancellation cancellation)
      implements SourceReader.Sink {
    @Override
    public boolean isUnchanged(String documentId, String contentHash) {
      cancellation.check();
      if (missing.remove(documentId) && isOneEnough) {
        throw new EnoughFoundException();
      }
      return true;
    }

    @Override
    public void document(ChunkedDocument document) {
      throw new IllegalStateException("Not unchanged: " + document.document().id());
    }
  }

  /** Ends the reading of a source early. */
  private static final class EnoughFoundException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EnoughFoundException() {
      super(null, null, false, false);
    }
  }
}
