package dev.arag.solr.internal.write;

import dev.arag.index.ChunkedDocument;
import dev.arag.index.MovedSource;
import dev.arag.index.Source;
import dev.arag.index.SourceMovedException;
import dev.arag.index.SourceNameException;
import dev.arag.index.SourceReader;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Keys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the sources of a sync and checks their paths against those that the collection stores.
 * Not thread-safe.
 */
final class SourceRegistry {
  private final StoredDocuments stored;
  private final SourceReader reader;
  private final Map<String, Optional<SourceLocation>> locations = new HashMap<>();

  /**
   * @param reader finds the documents at a changed path
   */
  SourceRegistry(StoredDocuments stored, SourceReader reader) {
    this.stored = stored;
    this.reader = reader;
  }

  /** Returns the stored location of a source; null if there is none. */
  @Nullable SourceLocation stored(String source) {
    return locations
        .computeIfAbsent(
            source,
            name ->
                stored
                    .ofSource(Fields.SOURCE_KIND, name)
                    .map(each -> SourceLocation.parse(each.getFieldValue(Fields.PAYLOAD))))
        .orElse(null);
  }

  /**
   * Resolves all sources before any source is read, so that an invalid source does not leave a
   * partial sync.
   *
   * @throws SourceNameException if two sources share a name, or the derived name of a source is
   *     registered for another path
   * @throws SourceMovedException if a source is pruned at a changed path that contains none of its
   *     documents
   */
  List<RegisteredSource> resolve(List<Source> sources) throws IOException {
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
    SourceLocation before = stored(source.name());
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
    boolean isConfirmed = before.earlierPath().isEmpty();
    if (!stored.hasDocument(source.name())) {
      return location;
    }
    if (isConfirmed && containsOne(source)) {
      return location;
    }
    KeySet found = isConfirmed ? new KeySet() : keys(source);
    long[] counts = new long[2];
    stored.forEach(
        source.name(),
        page -> {
          counts[0] += page.size();
          counts[1] += page.stream().filter(each -> !found.contains(each.documentKey())).count();
        });
    long documents = counts[0];
    long missing = counts[1];
    if (missing == 0) {
      return location;
    }
    String path = location.path();
    boolean isReturned = path.equals(before.earlierPath());
    String other = isConfirmed || isReturned ? knownPath(before) : before.earlierPath();
    if (source.source().isPruned() && !(isReturned && missing < documents)) {
      throw newMovedException(source.name(), other, path, missing, documents);
    }
    return location.withEarlierPath(other);
  }

  /** The text is missing if documents of this name were stored from memory after it was removed. */
  private static String knownPath(SourceLocation stored) {
    return stored.path().isEmpty() ? "an unknown path" : stored.path();
  }

  /** Returns whether the path of a source contains one of its stored documents. */
  private boolean containsOne(Source.Resolved source) throws IOException {
    String sourceKey = Keys.of(source.name());
    try {
      reader.read(
          source,
          new PresentDocuments(
              id ->
                  stored.find(id).filter(each -> each.sourceKey().equals(sourceKey)).isPresent()));
      return false;
    } catch (EnoughFoundException e) {
      return true;
    }
  }

  private KeySet keys(Source.Resolved source) throws IOException {
    KeySet keys = new KeySet();
    reader.read(
        source,
        new PresentDocuments(
            id -> {
              keys.add(Keys.of(id));
              return false;
            }));
    return keys;
  }

  private static SourceMovedException newMovedException(
      String name, String other, String path, long missing, long documents) {
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
            + " the path. If these documents are not needed, delete them with SolrIndex.delete.");
  }

  /** Passes on the ids of existing documents, until one is enough. No document is parsed. */
  private record PresentDocuments(Predicate<String> isEnough) implements SourceReader.Sink {
    @Override
    public boolean isUnchanged(String documentId, String contentHash) {
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
