package dev.arag.solr.internal.write;

import dev.arag.core.embed.Embedder;
import dev.arag.index.Source;
import dev.arag.index.SourceReader;
import dev.arag.index.SyncProgress;
import dev.arag.index.SyncReport;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs one sync of several sources. New and changed documents are written in batches. After a
 * pruned source was read, documents that the source no longer contains are retired. Not
 * thread-safe.
 */
final class SyncRun {
  private final SourceReader reader;
  private final SourceRegistry registry;
  private final StoredDocuments stored;
  private final SyncTally tally = new SyncTally();
  private final ProgressEstimator progress;
  private final DocumentWriter writer;
  private final Predicate<String> isOwn;
  private final boolean hasVectors;

  SyncRun(
      SourceReader reader,
      StoredDocuments stored,
      StateOwner owner,
      Updates updates,
      DocumentWriter.Output output,
      @Nullable Embedder embedder,
      int maxSentences,
      int sources,
      Predicate<String> isOwn,
      Consumer<SyncProgress> listener) {
    this.reader = reader;
    this.registry = new SourceRegistry(stored, reader);
    this.stored = stored;
    this.isOwn = isOwn;
    this.hasVectors = embedder != null;
    this.progress = new ProgressEstimator(listener, sources, tally);
    this.writer =
        new DocumentWriter(stored, owner, updates, output, embedder, maxSentences, tally, progress);
  }

  void run(List<Source> sources) throws IOException {
    for (RegisteredSource source : registry.resolve(sources)) {
      sync(source);
    }
    writer.flush();
  }

  SyncTally tally() {
    return tally;
  }

  SyncReport report() {
    return tally.report(stored.counts(), hasVectors);
  }

  private void sync(RegisteredSource registered) throws IOException {
    Source.Resolved source = registered.source();
    register(registered);
    progress.startSource(source.name());
    SourceSync sink = new SourceSync(source.name(), writer, isOwn, tally, progress);
    reader.read(source, sink);
    progress.endSource();
    if (source.source().isPruned()) {
      writer.deleteUnvisited(source.name(), sink::isGone);
    }
    confirm(registered, sink);
  }

  /**
   * Registers the path of a source. This happens before the first document is published. Otherwise
   * a different path could use the same name after an interrupted sync.
   */
  private void register(RegisteredSource source) {
    SourceLocation location = source.location();
    String name = source.source().name();
    if (location != null) {
      writer.put(name, location, registry.stored(name));
    }
    if (source.moved() != null) {
      tally.move(source.moved());
    }
  }

  /**
   * Updates the location of a source that was read to its end. After a prune, all documents of the
   * source come from its current path. If there are no documents, the path is only kept as a hash.
   */
  private void confirm(RegisteredSource registered, SourceSync sink) {
    SourceLocation registeredAt = registered.location();
    if (registeredAt == null) {
      return;
    }
    String name = registered.source().name();
    SourceLocation location =
        registered.source().source().isPruned() ? registeredAt.withEarlierPath("") : registeredAt;
    if (!sink.hasFoundDocuments() && !writer.hasStoredDocument(name)) {
      location = location.withoutTexts();
    }
    writer.put(name, location, registry.stored(name));
  }
}
