package dev.arag.solr.internal.write;

import dev.arag.core.embed.Embedder;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.Source;
import dev.arag.index.SourceReader;
import dev.arag.index.SyncProgress;
import dev.arag.index.SyncReport;
import dev.arag.index.split.Splitter;
import dev.arag.solr.internal.layout.State;
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
  private final SyncTally tally = new SyncTally();
  private final ProgressEstimator progress;
  private final DocumentWriter writer;
  private final Predicate<String> isOwn;
  private final boolean hasVectors;

  /**
   * @param check throws an exception if the sync must end
   * @param isOwn tells by its id whether this writer stores a document
   */
  SyncRun(
      StoredDocuments stored,
      State.Settings settings,
      Runnable check,
      DocumentWriter.Output output,
      @Nullable Embedder embedder,
      int maxSentences,
      int sources,
      Predicate<String> isOwn,
      Consumer<SyncProgress> listener) {
    this.reader =
        new SourceReader(
            new Splitter(settings.chunkTokens(), TokenCounter.o200k(), settings.profile()));
    this.registry = new SourceRegistry(stored, reader);
    this.isOwn = isOwn;
    this.hasVectors = embedder != null;
    this.progress = new ProgressEstimator(listener, sources, tally);
    this.writer =
        new DocumentWriter(
            stored, settings, check, output, embedder, maxSentences, tally, progress);
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

  /**
   * @param held the counts of the collection after the sync
   */
  SyncReport report(StoredDocuments.Counts held) {
    return tally.report(held, hasVectors);
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
