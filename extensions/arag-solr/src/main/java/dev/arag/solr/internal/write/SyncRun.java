package dev.arag.solr.internal.write;

import dev.arag.core.embed.Embedder;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.Source;
import dev.arag.index.SourceReader;
import dev.arag.index.SyncProgress;
import dev.arag.index.SyncReport;
import dev.arag.index.split.IndexSettings;
import dev.arag.index.sync.ProgressEstimator;
import dev.arag.index.sync.RegisteredSource;
import dev.arag.index.sync.SourceResolver;
import dev.arag.index.sync.SourceSync;
import dev.arag.index.sync.SyncTally;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs one sync of several sources. New and changed documents are written in batches. Not
 * thread-safe.
 */
final class SyncRun {
  private final SyncTally tally = new SyncTally();
  private final DocumentWriter writer;
  private final SourceResolver resolver;
  private final SourceSync sync;
  private final boolean hasVectors;

  /**
   * @param check throws an exception if the sync must end
   * @param isOwn tells by its id whether this writer stores a document
   */
  SyncRun(
      StoredDocuments stored,
      IndexSettings settings,
      Runnable check,
      DocumentWriter.Output output,
      @Nullable Embedder embedder,
      int maxSentences,
      int sources,
      Predicate<String> isOwn,
      Consumer<SyncProgress> listener) {
    SourceReader reader = new SourceReader(settings.splitter(TokenCounter.o200k()));
    SourceRecords records = new SourceRecords(stored);
    ProgressEstimator progress = new ProgressEstimator(listener, sources, tally);
    this.resolver = new SourceResolver(records);
    this.writer =
        new DocumentWriter(
            stored,
            records,
            settings,
            check,
            output,
            embedder,
            maxSentences,
            isOwn,
            tally,
            progress);
    this.sync = new SourceSync(reader, writer, tally, progress);
    this.hasVectors = embedder != null;
  }

  void run(List<Source> sources) throws IOException {
    for (RegisteredSource source : resolver.resolve(sources)) {
      sync.sync(source);
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
    return tally.report(held.documents(), held.chunks(), held.sentences(), hasVectors);
  }
}
