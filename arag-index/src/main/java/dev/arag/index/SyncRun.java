package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.ingest.IngestSink;
import dev.arag.index.ingest.Skip;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.ContentHash;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.commit.DocumentPlace;
import dev.arag.index.internal.commit.Draft;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.commit.Settings;
import dev.arag.index.internal.commit.SourceMark;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.split.Splitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One sync: documents that are new or changed go into batches, each published when it is full; then
 * those that are gone are deleted. For one thread.
 */
final class SyncRun {
  private final DraftCommits commits;
  private final Draft draft;
  private final Settings settings;
  private final @Nullable Embedder embedder;
  private final Splitter splitter;
  private final Progress progress;
  private final Intake intake = new Intake();
  private final SyncTally tally = new SyncTally();
  private final Seen seen = new Seen();
  private @Nullable Batch batch;

  /**
   * @param embedder null if nothing is to be embedded; else that of the draft
   */
  SyncRun(DraftCommits commits, @Nullable Embedder embedder, Progress progress) {
    this.commits = commits;
    this.draft = commits.draft();
    this.settings = draft.settings();
    this.embedder = embedder;
    this.progress = progress;
    this.splitter = new Splitter(settings.chunkTokens(), TokenCounter.o200k());
  }

  SyncReport run(List<Source.Resolved> sources) throws IOException {
    try {
      sources.forEach(this::read);
      if (!foundNothing()) {
        sources.forEach(this::remember);
        commitBatch();
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      if (batch != null) {
        batch.close();
      }
    }
    return tally.report(draft.published().manifest().live(), embedder != null);
  }

  /** Then a new index is not even started. */
  private boolean foundNothing() {
    boolean isNew = draft.published().manifest().generation() == 0;
    return isNew && tally.documents() == 0 && tally.hasSkipped();
  }

  private void remember(Source.Resolved source) {
    if (source.realPath() != null) {
      draft.sources().put(source.name(), SourceMark.of(source.realPath().toString()));
    }
  }

  private void read(Source.Resolved source) {
    progress.startSource(source.name());
    Sink sink = new Sink(source);
    try {
      source.read(sink);
      progress.endSource();
      if (source.source().isPruned()) {
        sink.prune();
      }
    } catch (InterruptedException e) {
      throw Interruption.failure(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Batch batch() throws IOException {
    Batch open = batch;
    if (open == null) {
      open = new Batch(draft.newSegment(), embedder != null);
      batch = open;
    }
    return open;
  }

  private void commitBatch() throws IOException {
    Batch full = batch;
    if (full != null) {
      embed(full);
      draft.add(full.finish());
    }
    commits.commit();
    if (full != null) {
      batch = null;
      List<Segment> segments = draft.published().segments();
      seen.addAll(segments.get(segments.size() - 1));
      progress.endBatch();
    }
    commits.mergeWhatIsDue(seen::merged, tally::warn);
  }

  private void embed(Batch full) throws IOException {
    if (embedder == null) {
      return;
    }
    ChunksReader texts = full.finishTexts();
    long total = full.sentences();
    VectorPass pass =
        new VectorPass(
            embedder,
            settings.headingsInEmbeddings(),
            full.vectors(),
            done -> progress.embedded(tally, done, total));
    pass.run(texts, document -> keptVectors(full.replacedBy(document)));
    tally.embedded(pass);
  }

  private KeptVectors keptVectors(@Nullable DocumentPlace before) {
    boolean withHeadings = settings.headingsInEmbeddings();
    return before == null
        ? KeptVectors.none()
        : KeptVectors.of(before, sentence -> VectorPass.embeddedText(sentence, withHeadings));
  }

  /** Takes the documents of one source. */
  private final class Sink implements IngestSink {
    private final Source.Resolved source;
    private final Map<String, List<String>> warnings = new HashMap<>();
    private final Set<String> unreadable = new HashSet<>();
    private String key = "";

    Sink(Source.Resolved source) {
      this.source = source;
    }

    @Override
    public void found(int files) {
      progress.expect(files);
    }

    @Override
    public boolean isKnown(String documentId, String contentHash) {
      Interruption.check();
      ContentHash hash = DocumentHash.ofFile(contentHash, splitter.settings(), source);
      return isUnchanged(draft.find(documentId), hash);
    }

    private boolean isUnchanged(Optional<DocumentPlace> stored, ContentHash hash) {
      if (stored.isEmpty() || !stored.get().hash().equals(hash) || seen.contains(stored.get())) {
        return false;
      }
      seen.add(stored.get());
      tally.unchanged(stored.get().sentences());
      progress.read(tally, embedder != null);
      return true;
    }

    @Override
    public void document(Document document, String contentHash) {
      Interruption.check();
      if (source.realPath() != null) {
        take(document, DocumentHash.ofFile(contentHash, splitter.settings(), source));
        return;
      }
      ContentHash hash = DocumentHash.of(document, splitter.settings(), source);
      if (!isUnchanged(draft.find(document.id()), hash)) {
        take(document, hash);
      }
    }

    private void take(Document given, ContentHash hash) {
      Document document = intake.prepare(given, source.source());
      intake.warning().ifPresent(warning -> warning(document.id(), warning));
      Optional<String> refusal = add(document, hash);
      if (refusal.isPresent()) {
        skipped(new Skip(document.id(), refusal.get()));
        unreadable(document.id());
      } else {
        progress.read(tally, embedder != null);
      }
      warnings.remove(document.id());
      commitIfFull();
    }

    private void commitIfFull() {
      try {
        if (batch != null && batch.isFull()) {
          commitBatch();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void skipped(Skip skip) {
      Interruption.check();
      tally.skip(skip);
    }

    /** It keeps its last version. */
    @Override
    public void unreadable(String id) {
      unreadable.add(id);
    }

    @Override
    public void warning(String documentId, String warning) {
      warnings.computeIfAbsent(documentId, id -> new ArrayList<>()).add(warning);
    }

    /** Adds a document, or says why not. */
    private Optional<String> add(Document document, ContentHash hash) {
      Optional<DocumentPlace> stored = draft.find(document.id());
      String other = otherSource(document.id(), stored);
      if (other != null) {
        return Optional.of("a document with this id came from the source " + other + " already");
      }
      List<Chunk> chunks;
      try {
        key = "";
        chunks = splitter.split(document, this::isKeyTaken);
      } catch (RuntimeException | StackOverflowError e) {
        return Optional.of("it cannot be cut into chunks: " + e);
      }
      Optional<String> clash = clash(document, chunks);
      if (clash.isEmpty()) {
        write(document, chunks, hash, stored.orElse(null));
      }
      return clash;
    }

    /** Who brought a document of this id in this sync; null if nobody did. */
    private @Nullable String otherSource(String documentId, Optional<DocumentPlace> stored) {
      String inBatch = batch == null ? null : batch.sourceOf(documentId);
      return inBatch != null
          ? inBatch
          : stored.filter(seen::contains).map(DocumentPlace::source).orElse(null);
    }

    private boolean isKeyTaken(String asked) {
      key = asked;
      return draft.isKeyTaken(asked) || (batch != null && batch.isKeyTaken(asked));
    }

    private Optional<String> clash(Document document, List<Chunk> chunks) {
      Set<String> own = new HashSet<>();
      for (Chunk chunk : chunks) {
        if (RecordWriter.hasLoneSurrogate(chunk.text())) {
          return Optional.of("the chunk " + chunk.id() + " ends inside a character");
        }
        String holder =
            own.add(chunk.id().value())
                ? holder(document, chunk)
                : named(document.id(), source.name());
        if (holder != null) {
          return Optional.of("its chunk id " + chunk.id() + " already names a chunk of " + holder);
        }
      }
      return Optional.empty();
    }

    /** Another document that has a chunk of this id; null if none has. */
    private @Nullable String holder(Document document, Chunk chunk) {
      Batch open = batch;
      String inBatch = open == null ? null : open.holder(chunk.id().value());
      if (inBatch != null && open != null) {
        return named(inBatch, open.sourceOf(inBatch));
      }
      return draft
          .holder(chunk.id())
          .filter(place -> !place.id().equals(document.id()))
          .map(place -> named(place.id(), place.source()))
          .orElse(null);
    }

    private static String named(String documentId, @Nullable String sourceName) {
      return documentId + " (source " + sourceName + ")";
    }

    private void write(
        Document document, List<Chunk> chunks, ContentHash hash, @Nullable DocumentPlace before) {
      List<String> own = warnings.getOrDefault(document.id(), List.of());
      try {
        batch().add(document, chunks, new Origin(source.name(), hash, key, own), before);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      own.forEach(warning -> tally.warn(document.id() + ": " + warning));
      count(chunks, before);
    }

    private void count(List<Chunk> chunks, @Nullable DocumentPlace before) {
      long sentences = chunks.stream().mapToLong(chunk -> chunk.sentences().size()).sum();
      if (before == null) {
        tally.added(sentences);
      } else {
        draft.delete(before);
        tally.updated(sentences);
      }
    }

    /** Deletes the stored documents of this source that it has no longer. */
    private void prune() {
      for (Segment segment : draft.published().segments()) {
        for (int document = 0; document < segment.chunks().documents(); document++) {
          DocumentPlace place = new DocumentPlace(segment, document);
          if (draft.isLive(place) && !seen.contains(place) && isGone(place)) {
            draft.delete(place);
            tally.deleted();
          }
        }
      }
    }

    private boolean isGone(DocumentPlace place) {
      if (!place.source().equals(source.name())) {
        return false;
      }
      for (String id = place.id(); id != null; id = parent(id)) {
        if (unreadable.contains(id)) {
          return false;
        }
      }
      return true;
    }

    private static @Nullable String parent(String id) {
      int slash = id.lastIndexOf('/');
      return slash < 0 ? null : id.substring(0, slash);
    }
  }
}
