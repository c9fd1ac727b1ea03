package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.Counts;
import dev.arag.index.internal.commit.EmbedderInfo;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.store.EmbeddingPass;
import dev.arag.index.spi.store.SyncTally;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Embeds all sentences of an index again and replaces all vectors in one commit. The vectors that
 * an interrupted run computed are used. Not thread-safe.
 */
public final class EmbedRun {
  private final WriteSession session;
  private final IndexTransaction transaction;
  private final IndexSettings settings;
  private final Embedder embedder;
  private final Consumer<SyncProgress> listener;
  private final SyncTally tally = new SyncTally();

  /**
   * @param settings the settings with which sentences are embedded
   */
  public EmbedRun(
      WriteSession session,
      IndexSettings settings,
      Embedder embedder,
      Consumer<SyncProgress> listener) {
    this.session = session;
    this.transaction = session.transaction();
    this.settings = settings;
    this.embedder = embedder;
    this.listener = listener;
  }

  /**
   * Applies settings and an embedder to an index. If the stored vectors were created with different
   * ones, all sentences are embedded again. Otherwise the settings and the embedder apply only to
   * new documents.
   *
   * @param embedder the embedder; null if sentences are not embedded
   */
  public static void applySettings(
      WriteSession session,
      IndexSettings settings,
      @Nullable Embedder embedder,
      Consumer<SyncProgress> listener)
      throws IOException {
    IndexTransaction transaction = session.transaction();
    EmbedderInfo wanted = embedder == null ? null : EmbedderInfo.of(embedder);
    boolean isEmpty = transaction.published().segments().isEmpty();
    boolean otherHeadings =
        settings.headingsInEmbeddings() != transaction.settings().headingsInEmbeddings();
    boolean isStale = otherHeadings || !Objects.equals(wanted, transaction.embedder());
    if (embedder != null && isStale && !isEmpty) {
      new EmbedRun(session, settings, embedder, listener).run();
    } else {
      transaction.settings(settings);
      transaction.embedder(wanted);
    }
  }

  public void run() throws IOException {
    List<Segment> withDeleted = transaction.segmentsWithDeletions();
    if (!withDeleted.isEmpty()) {
      // The merge removes deleted documents, whose sentences would otherwise be embedded.
      session.merge(withDeleted);
    }
    // The manifest stores one embedder for all vectors, so all vectors must be replaced in one
    // commit.
    transaction.settings(settings);
    transaction.embedder(EmbedderInfo.of(embedder));
    for (Segment segment : transaction.published().segments()) {
      embed(segment);
    }
    session.commit();
  }

  private void embed(Segment segment) throws IOException {
    ChunksReader chunks = segment.chunks();
    long before = tally.withVectors();
    transaction.embed(
        segment,
        out -> {
          EmbeddingPass pass =
              session.embeddingPass(embedder, out, done -> reportProgress(before + done));
          for (int i = 0; i < chunks.documents(); i++) {
            pass.add(
                chunks.documentId(i),
                chunks.readDocument(i).metadata(),
                chunks.chunksOf(i),
                text -> null);
          }
          return session.end(pass, tally);
        });
  }

  private void reportProgress(long done) {
    Counts live = live();
    double share = (double) done / Math.max(1, live.sentences());
    listener.accept(new SyncProgress("", share, live.documents(), live.sentences(), done));
  }

  private Counts live() {
    return transaction.published().manifest().live();
  }

  public SyncReport report() {
    Counts live = live();
    return tally.report(live.documents(), live.chunks(), live.sentences(), true);
  }
}
