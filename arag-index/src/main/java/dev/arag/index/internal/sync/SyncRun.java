package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.Source;
import dev.arag.index.SyncReport;
import dev.arag.index.ingest.Skip;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.commit.DocumentPlace;
import dev.arag.index.internal.commit.IndexSettings;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.commit.SourceFingerprint;
import dev.arag.index.internal.failure.Interruptions;
import dev.arag.index.split.Splitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One sync: documents that are new or changed go into batches, each published when it is full; then
 * those that are gone are deleted. For one thread; its helpers only cut documents.
 */
public final class SyncRun {
  private final TransactionCommits commits;
  private final IndexTransaction draft;
  private final IndexSettings settings;
  private final @Nullable Embedder embedder;
  private final BatchLimits limits;
  private final int helpers;
  private final Splitter splitter;
  private final ProgressEstimator progress;
  private final SyncTally tally = new SyncTally();
  private final VisitedDocuments seen = new VisitedDocuments();
  private final IdRegistry taken;
  private Batch batch;

  /**
   * @param splitter for chunks as long as the draft's settings say
   * @param embedder null if nothing is to be embedded; else that of the draft
   * @param helpers threads beside this one that may cut documents
   */
  public SyncRun(
      TransactionCommits commits,
      Splitter splitter,
      @Nullable Embedder embedder,
      BatchLimits limits,
      int helpers,
      ProgressEstimator progress) {
    this.commits = commits;
    this.draft = commits.draft();
    this.settings = draft.settings();
    this.embedder = embedder;
    this.limits = limits;
    this.helpers = helpers;
    this.progress = progress;
    this.splitter = splitter;
    this.taken = new IdRegistry(draft, seen);
    this.batch = new Batch(draft, embedder != null, limits);
  }

  public SyncReport run(List<Source.Resolved> sources) throws IOException {
    try {
      sources.forEach(this::read);
      if (!foundNothing()) {
        commitBatch();
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      batch.close();
    }
    return tally.report(draft.published().manifest().live(), embedder != null);
  }

  private void read(Source.Resolved source) {
    remember(source);
    progress.startSource(source.name());
    try (SourceIntake intake = new SourceIntake(this, source)) {
      read(source, intake);
      intake.finish();
      progress.endSource();
      if (source.source().isPruned()) {
        deleteIf(intake::isGone);
      }
    }
  }

  private static void read(Source.Resolved source, SourceIntake intake) {
    try {
      source.read(intake);
    } catch (InterruptedException e) {
      throw Interruptions.failure(e);
    } catch (IOException e) {
      storeWhatCameBefore(intake);
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      storeWhatCameBefore(intake);
      throw e;
    }
  }

  /** A source that fails has given what it gave; but an interrupt is obeyed soon. */
  private static void storeWhatCameBefore(SourceIntake intake) {
    if (!Thread.currentThread().isInterrupted()) {
      intake.storeWhatIsAhead();
    }
  }

  private void deleteIf(Predicate<DocumentPlace> isGone) {
    for (Segment segment : draft.published().segments()) {
      for (int document = 0; document < segment.chunks().documents(); document++) {
        DocumentPlace place = new DocumentPlace(segment, document);
        if (draft.isLive(place) && !seen.contains(place) && isGone.test(place)) {
          draft.delete(place);
          tally.deleted();
        }
      }
    }
  }

  /** Then a new index is not even started. */
  private boolean foundNothing() {
    boolean isNew = draft.published().manifest().generation() == 0;
    return isNew && tally.documents() == 0 && tally.hasSkipped();
  }

  /** From the first batch on: what is left by a sync that stops must not mix with another place. */
  private void remember(Source.Resolved source) {
    if (source.realPath() != null) {
      draft
          .sources()
          .put(
              SourceFingerprint.of(source.name()),
              SourceFingerprint.of(source.realPath().toString()));
    }
  }

  // ---- what the intake of a source asks for

  ProgressEstimator progress() {
    return progress;
  }

  Splitter splitter() {
    return splitter;
  }

  int helpers() {
    return helpers;
  }

  IdRegistry taken() {
    return taken;
  }

  Batch batch() {
    return batch;
  }

  Optional<DocumentPlace> find(String documentId) {
    return draft.find(documentId);
  }

  /** Leaves a stored document as it is; false if it was met in this sync before. */
  boolean keep(DocumentPlace place) {
    if (seen.contains(place)) {
      return false;
    }
    seen.add(place);
    tally.unchanged(place.sentences());
    goneThrough();
    return true;
  }

  /** A file was read, or cannot be. */
  void goneThrough() {
    progress.read(tally, embedder != null && !batch.isEmpty());
  }

  void skip(Skip skip) {
    tally.skip(skip);
  }

  void warn(String warning) {
    tally.warn(warning);
  }

  /**
   * Takes a document whose ids are free.
   *
   * @param before the version it takes the place of; null for none
   */
  void add(Document document, List<Chunk> chunks, Origin origin, @Nullable DocumentPlace before)
      throws IOException {
    batch.add(document, chunks, origin, before);
    tally.taken(document, chunks, origin, before != null);
    goneThrough();
    if (batch.isFull()) {
      commitBatch();
    }
  }

  // ---- what becomes of a batch

  private void commitBatch() throws IOException {
    if (batch.isEmpty()) {
      commits.commit();
    } else {
      embed();
      batch.finish();
      commits.commit();
      startBatch();
    }
    commits.mergeWhatIsDue(seen::merged, tally::warn);
  }

  private void startBatch() {
    batch = new Batch(draft, embedder != null, limits);
    List<Segment> segments = draft.published().segments();
    seen.addAll(segments.get(segments.size() - 1));
    progress.endBatch();
  }

  private void embed() throws IOException {
    if (embedder == null) {
      return;
    }
    Batch full = batch;
    ChunksReader texts = full.finishTexts();
    long total = full.sentences();
    EmbeddingPass pass =
        new EmbeddingPass(
            embedder,
            settings.headingsInEmbeddings(),
            full.vectors(),
            done -> progress.embedded(tally, done, total));
    pass.run(texts, document -> keptVectors(full.replacedBy(document)));
    tally.embedded(pass);
  }

  private ReusableVectors keptVectors(@Nullable DocumentPlace before) {
    boolean withHeadings = settings.headingsInEmbeddings();
    return before == null
        ? ReusableVectors.none()
        : ReusableVectors.of(
            before, sentence -> EmbeddingPass.embeddedText(sentence, withHeadings));
  }
}
