package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

import dev.arag.index.ChunkedDocument;
import dev.arag.index.MovedSource;
import dev.arag.index.Source;
import dev.arag.index.SourceMovedException;
import dev.arag.index.SourceNameException;
import dev.arag.index.SourceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Resolves the sources of a sync and checks their paths against the paths of the last sync. Not
 * thread-safe.
 */
public final class SourceResolver {
  private final StoredSources stored;
  private final SourceReader reader;
  private final Runnable check;
  private final String deleteMethod;

  /**
   * @param stored what the store contains
   * @param reader finds the documents at a changed path
   * @param check throws an exception if the sync must end; called for each document at such a path
   * @param deleteMethod the method that deletes documents from the store, for use in messages
   */
  public SourceResolver(
      StoredSources stored, SourceReader reader, Runnable check, String deleteMethod) {
    this.stored = requireNonNull(stored, "stored");
    this.reader = requireNonNull(reader, "reader");
    this.check = requireNonNull(check, "check");
    this.deleteMethod = requireNonNull(deleteMethod, "deleteMethod");
  }

  /**
   * Resolves all sources. This is done before any source is read, so that an invalid source does
   * not leave a partial sync. The store is not changed.
   *
   * @return the sources in the same order
   * @throws SourceNameException if two sources share a name, or the derived name of a source is
   *     registered for another path
   * @throws SourceMovedException if a source is pruned at a changed path that contains none of its
   *     documents
   * @throws dev.arag.core.error.CorpusException if a path does not exist, or the thread is
   *     interrupted
   * @throws IOException if a path no longer exists while its documents are compared
   */
  public List<RegisteredSource> resolve(List<Source> sources) throws IOException {
    Set<String> names = new HashSet<>();
    List<RegisteredSource> resolved = new ArrayList<>();
    for (Source source : requireNonNull(sources, "sources")) {
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
    SourceLocation location = locate(source.realPath());
    SourceLocation before = stored.location(source.name());
    if (before == null || (before.isAt(location) && before.earlierPath().isEmpty())) {
      return new RegisteredSource(source, location, null);
    }
    boolean isMoved = !before.isAt(location);
    if (isMoved && !source.source().isNamed()) {
      throw newNameException(source.name(), before.path(), location.path());
    }
    MovedSource moved =
        isMoved ? new MovedSource(source.name(), before.path(), location.path()) : null;
    return new RegisteredSource(source, confirm(source, before, location), moved);
  }

  private SourceLocation locate(Path realPath) {
    // A lone surrogate, which a path on Windows can contain, cannot be stored.
    String path =
        new String(realPath.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    return new SourceLocation(stored.pathHash(path), path, "");
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
      Source.Resolved source, SourceLocation before, SourceLocation location) throws IOException {
    if (!stored.hasDocument(source.name())) {
      return location;
    }
    return before.earlierPath().isEmpty()
        ? confirmChanged(source, before, location)
        : confirmUnconfirmed(source, before, location);
  }

  /** Until now, all stored documents came from one path. One of them at the new path is enough. */
  private SourceLocation confirmChanged(
      Source.Resolved source, SourceLocation before, SourceLocation location) throws IOException {
    if (containsOne(source)) {
      return location;
    }
    String other = knownPath(before);
    if (source.source().isPruned()) {
      throw newMovedException(
          source.name(), other, location.path(), "contains none of its documents");
    }
    return location.withEarlierPath(other);
  }

  /** An earlier sync found none of the stored documents. All of them must be at this path. */
  private SourceLocation confirmUnconfirmed(
      Source.Resolved source, SourceLocation before, SourceLocation location) throws IOException {
    StoredSources.Comparison counts =
        stored.compare(source.name(), consumer -> read(source, id -> accept(consumer, id)));
    long missing = counts.missing();
    if (missing == 0) {
      return location;
    }
    boolean isFound = missing < counts.documents();
    boolean isReturned = location.path().equals(before.earlierPath());
    String other = isReturned ? knownPath(before) : before.earlierPath();
    if (source.source().isPruned() && !(isReturned && isFound)) {
      throw newMovedException(
          source.name(),
          other,
          location.path(),
          isFound
              ? "does not contain " + missing + " of its " + counts.documents() + " documents"
              : "contains none of its documents");
    }
    return location.withEarlierPath(other);
  }

  private static boolean accept(Consumer<String> consumer, String id) {
    consumer.accept(id);
    return false;
  }

  /** The text is missing if documents of this name were stored from memory after it was removed. */
  private static String knownPath(SourceLocation stored) {
    return stored.path().isEmpty() ? "an unknown path" : stored.path();
  }

  /** Returns whether the path of a source contains one of its stored documents. */
  private boolean containsOne(Source.Resolved source) throws IOException {
    return read(source, id -> stored.contains(source.name(), id));
  }

  /** Reads the ids at the path of a source until one is enough. Returns whether one is enough. */
  private boolean read(Source.Resolved source, Predicate<String> isEnough) throws IOException {
    try {
      reader.read(source, new PresentDocuments(isEnough, check));
      return false;
    } catch (EnoughFoundException e) {
      return true;
    }
  }

  private SourceMovedException newMovedException(
      String name, String other, String path, String difference) {
    return new SourceMovedException(
        "The source "
            + name
            + " was synced from "
            + other
            + " and is now at "
            + path
            + ", which "
            + difference
            + ". A sync with prune would delete them. The index was not changed. Check"
            + " the path. If these documents are not needed, delete them with "
            + deleteMethod
            + ".");
  }

  /** Passes on the ids of existing documents, until one is enough. No document is parsed. */
  private record PresentDocuments(Predicate<String> isEnough, Runnable check)
      implements SourceReader.Sink {
    @Override
    public boolean isUnchanged(String documentId, String contentHash) {
      check.run();
      if (isEnough.test(documentId)) {
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
