package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.index.SyncProgress;
import dev.arag.index.SyncReport;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.Counts;
import dev.arag.index.internal.commit.EncoderInfo;
import dev.arag.index.internal.commit.IndexSettings;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Segment;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** New vectors for all that is stored, published as one. For one thread. */
public final class EmbedRun {
  private final TransactionCommits commits;
  private final IndexTransaction draft;
  private final IndexSettings settings;
  private final Embedder embedder;
  private final Consumer<SyncProgress> listener;
  private final long startNanos = System.nanoTime();
  private final List<String> warnings = new ArrayList<>();
  private long embedded;

  /**
   * @param settings say how to embed
   */
  public EmbedRun(
      TransactionCommits commits,
      IndexSettings settings,
      Embedder embedder,
      Consumer<SyncProgress> listener) {
    this.commits = commits;
    this.draft = commits.draft();
    this.settings = settings;
    this.embedder = embedder;
    this.listener = listener;
  }

  public void run() throws IOException {
    List<Segment> withDeleted = draft.withDeleted();
    if (!withDeleted.isEmpty()) {
      // Nothing is embedded that nobody can find.
      commits.merge(withDeleted);
    }
    // From here on only as a whole: settings and encoder tell how all vectors were made.
    draft.settings(settings);
    draft.encoder(new EncoderInfo(embedder.fingerprint(), embedder.dimension()));
    for (Segment segment : draft.published().segments()) {
      embed(segment);
    }
    commits.commit();
  }

  private void embed(Segment segment) throws IOException {
    ChunksReader chunks = segment.chunks();
    long before = embedded;
    draft.embed(
        segment,
        out -> {
          boolean withHeadings = settings.headingsInEmbeddings();
          EmbeddingPass pass =
              new EmbeddingPass(embedder, withHeadings, out, done -> tell(before + done));
          pass.run(chunks, document -> ReusableVectors.none());
          warnings.addAll(pass.warnings());
        });
  }

  private void tell(long done) {
    embedded = done;
    Counts held = held();
    double share = (double) done / Math.max(1, held.sentences());
    listener.accept(new SyncProgress("", share, held.documents(), held.sentences(), done));
  }

  private Counts held() {
    return draft.published().manifest().live();
  }

  public SyncReport report() {
    Counts held = held();
    return new SyncReport(
        held.documents(),
        held.chunks(),
        held.sentences(),
        0,
        0,
        0,
        0,
        embedded,
        0,
        List.of(),
        warnings,
        Duration.ofNanos(System.nanoTime() - startNanos));
  }
}
