package dev.arag.index;

import dev.arag.core.error.AragException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.ingest.IngestSink;
import dev.arag.index.ingest.Skip;
import dev.arag.index.internal.chunks.ContentHash;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.commit.DocumentPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Takes the documents of one source into a sync, or says why not. For one thread. */
final class SourceIntake implements IngestSink {
  private final SyncRun run;
  private final Source.Resolved source;
  private final DocumentHash hashes;
  private final Map<String, List<String>> warnings = new TreeMap<>();
  private final Set<String> unreadable = new HashSet<>();
  private String key = "";

  SourceIntake(SyncRun run, Source.Resolved source) {
    this.run = run;
    this.source = source;
    this.hashes = new DocumentHash(run.splitter().settings(), source);
  }

  @Override
  public void found(int documents) {
    run.progress().expect(documents);
  }

  @Override
  public boolean isKnown(String documentId, String contentHash) {
    Interruption.check();
    return isUnchanged(run.find(documentId), hash(contentHash));
  }

  private ContentHash hash(String contentHash) {
    return hashes.ofFile(contentHash);
  }

  private boolean isUnchanged(Optional<DocumentPlace> stored, ContentHash hash) {
    if (stored.isEmpty() || !stored.get().hash().equals(hash)) {
      return false;
    }
    return run.keep(stored.get());
  }

  @Override
  public void document(Document document, String contentHash) {
    Interruption.check();
    if (source.realPath() != null) {
      take(document, hash(contentHash));
      return;
    }
    ContentHash hash = hashes.of(document);
    if (!isUnchanged(run.find(document.id()), hash)) {
      take(document, hash);
    }
  }

  private void take(Document given, ContentHash hash) {
    Intake intake = new Intake();
    Document document = intake.prepare(given, source.source());
    intake.warning().ifPresent(warning -> warning(document.id(), warning));
    List<String> own = warnings.remove(document.id());
    Optional<String> refusal = add(document, hash, own == null ? List.of() : own);
    if (refusal.isPresent()) {
      skipped(new Skip(document.id(), refusal.get()));
      unreadable(document.id());
    }
  }

  /** Adds a document, or says why not. */
  private Optional<String> add(Document document, ContentHash hash, List<String> own) {
    Optional<DocumentPlace> stored = run.find(document.id());
    Batch batch = run.batch();
    Optional<String> refusal = run.taken().clash(document, stored, batch);
    if (refusal.isPresent()) {
      return refusal;
    }
    List<Chunk> chunks;
    try {
      key = "";
      chunks = run.splitter().split(document, this::isKeyTaken);
    } catch (AragException e) {
      // The index could not be asked for keys: that is not the document's fault.
      throw e;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return Optional.of("it cannot be cut into chunks: " + e);
    }
    refusal = run.taken().clash(document, chunks, source.name(), batch);
    if (refusal.isEmpty()) {
      add(document, chunks, new Origin(source.name(), hash, key, own), stored.orElse(null));
    }
    return refusal;
  }

  private boolean isKeyTaken(String asked) {
    key = asked;
    return run.taken().isKeyTaken(asked, run.batch());
  }

  private void add(
      Document document, List<Chunk> chunks, Origin origin, @Nullable DocumentPlace before) {
    try {
      run.add(Intake.withLanguage(document), chunks, origin, before);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void skipped(Skip skip) {
    Interruption.check();
    run.skip(skip);
  }

  /** It keeps its last version. */
  @Override
  public void unreadable(String id) {
    unreadable.add(id);
    run.goneThrough();
  }

  @Override
  public void warning(String documentId, String warning) {
    warnings.computeIfAbsent(documentId, id -> new ArrayList<>()).add(warning);
  }

  /** All of the source was read: what was said of no document of its own is said of the sync. */
  void finish() {
    warnings.forEach((id, all) -> all.forEach(warning -> run.warn(id + ": " + warning)));
    warnings.clear();
  }

  /** Whether a stored document that this sync has not met is gone from the source. */
  boolean isGone(DocumentPlace place) {
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
