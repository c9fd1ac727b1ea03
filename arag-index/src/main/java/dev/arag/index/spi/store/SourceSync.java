package dev.arag.index.spi.store;

import static java.util.Objects.requireNonNull;

import dev.arag.index.source.RemoteSourceException;
import dev.arag.index.source.Source;
import dev.arag.index.source.SourceNameException;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.MovedSource;
import dev.arag.index.sync.RefusedPrune;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the sources of a sync and passes their documents to a store. If {@link Source#prune} is set
 * for a source, stored documents that the source no longer contains are deleted after it was read,
 * unless there are too many of them. Not thread-safe.
 */
public final class SourceSync {
  private final SourceReader reader;
  private final DocumentStore store;
  private final SyncTally tally;
  private final ProgressEstimator progress;

  /**
   * @param tally counts what the sync does; the store uses the same object
   * @param progress estimates the progress of the sync; the store uses the same object
   */
  public SourceSync(
      SourceReader reader, DocumentStore store, SyncTally tally, ProgressEstimator progress) {
    this.reader = requireNonNull(reader, "reader");
    this.store = requireNonNull(store, "store");
    this.tally = requireNonNull(tally, "tally");
    this.progress = requireNonNull(progress, "progress");
  }

  /**
   * Resolves all sources, and checks their names and paths. This is done before any source is read,
   * so that an invalid source does not leave a partial sync. The store is not changed.
   *
   * @return the sources in the same order
   * @throws dev.arag.index.source.SourceNameException if two sources have the same name, or if the
   *     store already uses the default name of a source for another path
   * @throws dev.arag.core.error.CorpusException if a path does not exist
   */
  public List<RegisteredSource> resolve(List<Source> sources) {
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
      resolved.add(registered(each));
    }
    return resolved;
  }

  private RegisteredSource registered(Source.Resolved source) {
    String identity = source.location();
    if (identity == null) {
      return new RegisteredSource(source, null, null);
    }
    String path = storable(identity);
    SourceLocation location = new SourceLocation(store.pathHash(path), path);
    SourceLocation before = store.location(source.name()).orElse(null);
    if (before == null || before.isAt(location)) {
      return new RegisteredSource(source, location, null);
    }
    if (!source.source().isNamed()) {
      throw newNameException(source.name(), before.path(), path);
    }
    MovedSource moved = new MovedSource(source.name(), before.path(), path);
    return new RegisteredSource(source, location, moved);
  }

  /** A lone surrogate, which a path on Windows can contain, cannot be stored. */
  private static String storable(String path) {
    return new String(path.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static SourceNameException newNameException(
      String name, @Nullable String stored, String path) {
    return new SourceNameException(
        ("The source name %s already belongs to another source in this index. Give %s a different"
                + " name with Source.name. If the source has moved%s, set its name to %s with"
                + " Source.name.")
            .formatted(name, path, stored == null ? "" : " from " + stored, name));
  }

  /**
   * Syncs one source. After this call, the store may still hold documents that it has not written.
   *
   * <p>If a remote source fails, the tally has the failure, and nothing is deleted.
   *
   * @throws IOException if the source no longer exists, or the store cannot be written
   * @throws dev.arag.core.error.CorpusException if the thread is interrupted; its interrupt flag
   *     stays set
   */
  public void sync(RegisteredSource registered) throws IOException {
    requireNonNull(registered, "registered");
    Source.Resolved source = registered.source();
    register(registered);
    progress.startSource(source.name());
    ReadSource read = new ReadSource();
    long keptBefore = tally.kept();
    try (SourceReading reading = reader.open(source, read)) {
      for (Optional<ChunkedDocument> next = reading.next();
          next.isPresent();
          next = reading.next()) {
        ChunkedDocument each = next.get();
        store.check();
        read.added(each, store.add(each, source.name()));
        if (store.isFull()) {
          store.flush();
        }
      }
    } catch (RemoteSourceException e) {
      tally.fail(e);
      return;
    }
    progress.endSource();
    if (source.source().isPruned()) {
      prune(source, read, tally.kept() - keptBefore);
    }
    confirm(registered, read);
  }

  /** What was found in one source. */
  private final class ReadSource implements SourceReader.Listener {
    private final Set<String> unreadable = new HashSet<>();
    private final List<Skip> skipped = new ArrayList<>();

    /** Whether the source contains a document that is stored or was added. */
    private boolean hasFoundDocuments;

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

    void added(ChunkedDocument document, Optional<String> refusal) {
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
  }

  private static @Nullable String parent(String id) {
    int slash = id.lastIndexOf('/');
    return slash < 0 ? null : id.substring(0, slash);
  }

  private void prune(Source.Resolved source, ReadSource read, long kept) {
    long missing = store.countUnvisited(source.name(), read::isGone);
    long documents = kept + missing;
    if (!source.source().mayDelete(documents, missing, !read.hasFoundDocuments)) {
      tally.refuse(new RefusedPrune(source.name(), documents, missing));
    } else if (missing > 0) {
      store.deleteUnvisited(source.name(), read::isGone);
    }
  }

  /**
   * Registers the path of a source. This happens before the first document is written. Otherwise a
   * different path could use the same name after an interrupted sync.
   */
  private void register(RegisteredSource source) {
    if (source.location() != null) {
      store.putLocation(source.source().name(), source.location());
    }
    if (source.moved() != null) {
      tally.move(source.moved());
    }
  }

  /**
   * Updates the location and the skipped files of a source that was read to its end. If there are
   * no documents, only a hash of the path is kept.
   */
  private void confirm(RegisteredSource registered, ReadSource read) {
    SourceLocation location = registered.location();
    if (location == null) {
      return;
    }
    String name = registered.source().name();
    if (!read.hasFoundDocuments && !store.hasStoredDocument(name)) {
      location = location.withoutTexts();
    }
    store.putLocation(name, location);
    store.putSkipped(name, read.skipped);
  }
}
