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
 * Writes the documents of a sync into batches, and embeds and commits each batch when it is full.
 * Not thread-safe.
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
   * @param embedder null if nothing is to be embedded; otherwise that of the transaction
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

  Optional<DocumentRef> find(String documentId) {
    return transaction.find(documentId);
  }

  /** Leaves a stored document unchanged; false if this sync visited it before. */
  boolean keep(DocumentRef ref) {
    if (visited.contains(ref)) {
      return false;
    }
    visited.add(ref);
    tally.countUnchanged(ref.sentences());
    documentDone();
    return true;
  }

  /** Reports the progress once a document was kept, added or skipped. */
  void documentDone() {
    progress.read(embedder != null && !batch.isEmpty());
  }

  boolean isKeyTaken(String key) {
    return ids.isKeyTaken(key, batch);
  }

  /**
   * Adds a document, which replaces a stored one of the same id.
   *
   * @return why it was refused; empty if it was added
   */
  Optional<String> add(ChunkedDocument chunked, Origin origin) throws IOException {
    Optional<DocumentRef> stored = find(chunked.document().id());
    Optional<String> conflict =
        ids.conflict(chunked.document(), stored, batch)
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

  /** Deletes the stored documents that this sync has not visited and that are gone. */
  void deleteUnvisited(Predicate<DocumentRef> isGone) {
    for (Segment segment : transaction.published().segments()) {
      for (int document = 0; document < segment.chunks().documents(); document++) {
        DocumentRef ref = new DocumentRef(segment, document);
        if (transaction.isLive(ref) && !visited.contains(ref) && isGone.test(ref)) {
          transaction.delete(ref);
          tally.countDeleted();
        }
      }
    }
  }

  /** Commits the additions and deletions so far. */
  void commit() throws IOException {
    if (batch.isEmpty()) {
      commits.commit();
    } else {
      embedBatch();
      batch.finish();
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
            transaction.settings().headingsInEmbeddings(),
            full.vectors(),
            done -> progress.reportEmbedded(done, total));
    pass.run(texts, document -> reusableVectors(full.replacedBy(document)));
    tally.countEmbedded(pass);
  }

  private ReusableVectors reusableVectors(@Nullable DocumentRef replaced) {
    boolean withHeadings = transaction.settings().headingsInEmbeddings();
    return replaced == null
        ? ReusableVectors.none()
        : ReusableVectors.of(
            replaced, sentence -> EmbeddingPass.embeddedText(sentence, withHeadings));
  }

  @Override
  public void close() throws IOException {
    batch.close();
  }
}
