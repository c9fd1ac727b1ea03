package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.index.ChunkedDocument;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Segment;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Adds the documents of a sync to batches. A batch is embedded and committed when it is full. Not
 * thread-safe.
 */
final class DocumentWriter implements Closeable {
  private final TransactionCommitter commits;
  private final IndexTransaction transaction;
  private final @Nullable Embedder embedder;
  private final BatchLimits limits;
  private final SyncTally tally;
  private final ProgressEstimator progress;
  private final VisitedDocuments visited = new VisitedDocuments();
  private final IdRegistry ids;
  private Batch batch;

  /**
   * @param embedder the encoder that is set in the transaction; null if sentences are not embedded
   */
  DocumentWriter(
      TransactionCommitter commits,
      @Nullable Embedder embedder,
      BatchLimits limits,
      SyncTally tally,
      ProgressEstimator progress) {
    this.commits = commits;
    this.transaction = commits.transaction();
    this.embedder = embedder;
    this.limits = limits;
    this.tally = tally;
    this.progress = progress;
    this.ids = new IdRegistry(transaction, visited);
    this.batch = newBatch();
  }

  private Batch newBatch() {
    return new Batch(transaction, embedder != null, limits);
  }

  /**
   * @throws dev.arag.index.WriteCancelledException if the sync was cancelled
   */
  void checkCancelled() {
    commits.cancellation().check();
  }

  Optional<DocumentRef> find(String documentId) {
    return transaction.find(documentId);
  }

  /**
   * Marks a stored document as unchanged.
   *
   * @return false if this sync has already visited the document
   */
  boolean keep(DocumentRef ref) {
    if (visited.contains(ref)) {
      return false;
    }
    visited.add(ref);
    tally.countUnchanged(ref.sentences());
    documentDone();
    return true;
  }

  /** Reports progress. Must be called after each document that was kept, added or skipped. */
  void documentDone() {
    progress.read(embedder != null && !batch.isEmpty());
  }

  boolean isKeyTaken(String key) {
    return ids.isKeyTaken(key, batch);
  }

  /**
   * Adds a document. A stored document of the same source with the same id is replaced.
   *
   * @return the reason why the document cannot be added; empty if it was added
   */
  Optional<String> add(ChunkedDocument chunked, Origin origin) throws IOException {
    Optional<DocumentRef> stored = find(chunked.document().id());
    Optional<String> conflict =
        ids.conflict(chunked.document(), origin.source(), stored, batch)
            .or(() -> ids.conflict(chunked, origin.source(), batch));
    if (conflict.isEmpty()) {
      add(chunked, origin, stored.orElse(null));
    }
    return conflict;
  }

  private void add(ChunkedDocument chunked, Origin origin, @Nullable DocumentRef replaced)
      throws IOException {
    batch.add(chunked.document(), chunked.chunks(), origin, replaced);
    tally.countAdded(chunked, replaced != null);
    documentDone();
    if (batch.isFull()) {
      commit();
    }
  }

  /**
   * Deletes the stored documents that this sync has not visited and that a source no longer
   * contains.
   *
   * @param isGone tells whether the source of a document no longer contains it
   */
  void deleteUnvisited(Predicate<DocumentRef> isGone) {
    List<DocumentRef> gone =
        transaction
            .documents()
            .filter(document -> !visited.contains(document) && isGone.test(document))
            .toList();
    for (DocumentRef document : gone) {
      transaction.delete(document);
      tally.countDeleted();
    }
  }

  /** Returns whether an earlier commit contains a document of a source that is not deleted. */
  boolean hasStoredDocument(String source) {
    return transaction.documents().anyMatch(document -> document.source().equals(source));
  }

  /** Commits all additions and deletions since the last commit. */
  void commit() throws IOException {
    if (batch.isEmpty()) {
      commits.commit();
    } else {
      embedBatch();
      batch.finish(commits.cancellation()::check);
      commits.commit();
      startBatch();
    }
    commits.mergeDueSegments(visited::updateAfterMerge, tally::warn);
  }

  private void startBatch() {
    batch = newBatch();
    List<Segment> segments = transaction.published().segments();
    visited.addAll(segments.get(segments.size() - 1));
    progress.endBatch();
  }

  private void embedBatch() throws IOException {
    if (embedder == null) {
      return;
    }
    Batch full = batch;
    ChunksReader texts = full.finishTexts();
    long total = full.sentences();
    EmbeddingPass pass =
        new EmbeddingPass(
            embedder,
            transaction.settings(),
            full.vectors(),
            done -> progress.reportEmbedded(done, total),
            commits.cancellation());
    pass.run(texts, document -> reusableVectors(full.replacedBy(document)));
    tally.countEmbedded(pass);
  }

  private ReusableVectors reusableVectors(@Nullable DocumentRef replaced) {
    return replaced == null
        ? ReusableVectors.none()
        : ReusableVectors.of(replaced, transaction.settings()::embeddedText);
  }

  @Override
  public void close() throws IOException {
    batch.close();
  }
}
