package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.Counts;
import dev.arag.index.internal.commit.Draft;
import dev.arag.index.internal.commit.EncoderMark;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.commit.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** New vectors for all that is stored, published as one. For one thread. */
final class EmbedRun {
  private final DraftCommits commits;
  private final Draft draft;
  private final Settings settings;
  private final Embedder embedder;
  private final Consumer<SyncProgress> listener;
  private final long startNanos = System.nanoTime();
  private final List<String> warnings = new ArrayList<>();
  private long embedded;

  /**
   * @param settings say how to embed
   */
  EmbedRun(
      DraftCommits commits, Settings settings, Embedder embedder, Consumer<SyncProgress> listener) {
    this.commits = commits;
    this.draft = commits.draft();
    this.settings = settings;
    this.embedder = embedder;
    this.listener = listener;
  }

  void run() throws IOException {
    List<Segment> withDeleted = draft.withDeleted();
    if (!withDeleted.isEmpty()) {
      // Nothing is embedded that nobody can find.
      commits.merge(withDeleted);
    }
    // From here on only as a whole: settings and encoder tell how all vectors were made.
    draft.settings(settings);
    draft.encoder(new EncoderMark(embedder.fingerprint(), embedder.dimension()));
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
          VectorPass pass =
              new VectorPass(embedder, withHeadings, out, done -> tell(before + done));
          pass.run(chunks, document -> KeptVectors.none());
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

  SyncReport report() {
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
