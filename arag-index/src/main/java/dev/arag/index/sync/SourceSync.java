package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

import dev.arag.index.RefusedPrune;
import dev.arag.index.Source;
import dev.arag.index.SourceReader;
import java.io.IOException;

/**
 * Reads the sources of a sync and passes their documents to a store. After a pruned source was
 * read, documents that the source no longer contains are deleted, unless there are too many. Not
 * thread-safe.
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
   * Syncs one source. Afterwards, the store may still have documents to write.
   *
   * @throws IOException if the source no longer exists
   * @throws dev.arag.core.error.CorpusException if the thread is interrupted; its interrupt flag
   *     stays set
   */
  public void sync(RegisteredSource registered) throws IOException {
    requireNonNull(registered, "registered");
    Source.Resolved source = registered.source();
    register(registered);
    progress.startSource(source.name());
    SourceSink sink = new SourceSink(source.name(), store, tally, progress);
    long keptBefore = tally.kept();
    reader.read(source, sink);
    progress.endSource();
    if (source.source().isPruned()) {
      prune(source, sink, tally.kept() - keptBefore);
    }
    confirm(registered, sink);
  }

  private void prune(Source.Resolved source, SourceSink sink, long kept) {
    long missing = store.countUnvisited(source.name(), sink::isGone);
    long documents = kept + missing;
    if (!source.source().mayDelete(documents, missing, !sink.hasFoundDocuments())) {
      tally.refuse(new RefusedPrune(source.name(), documents, missing));
    } else if (missing > 0) {
      store.deleteUnvisited(source.name(), sink::isGone);
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
  private void confirm(RegisteredSource registered, SourceSink sink) {
    SourceLocation location = registered.location();
    if (location == null) {
      return;
    }
    String name = registered.source().name();
    if (!sink.hasFoundDocuments() && !store.hasStoredDocument(name)) {
      location = location.withoutTexts();
    }
    store.putLocation(name, location);
    store.putSkipped(name, sink.skipped());
  }
}
