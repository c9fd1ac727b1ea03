package dev.arag.index.internal.sync;

import dev.arag.core.text.Document;
import dev.arag.index.Source;
import dev.arag.index.ingest.IngestSink;
import dev.arag.index.ingest.Skip;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.chunks.StoredHash;
import dev.arag.index.internal.commit.DocumentPlace;
import dev.arag.index.internal.failure.Interruptions;
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

/**
 * Takes the documents of one source into a sync, or says why not. They are cut ahead, and stored in
 * the order in which they came. For one thread, which closes it.
 */
final class SourceIntake implements IngestSink, AutoCloseable {
  /** How much text may be cut ahead, in UTF-16 units; cut, it takes some ten times the memory. */
  private static final long TEXT_AHEAD = 1 << 18;

  private final SyncRun run;
  private final Source.Resolved source;
  private final DocumentHash hashes;
  private final Map<String, List<String>> warnings = new TreeMap<>();
  private final Set<String> unreadable = new HashSet<>();
  private final Set<String> ahead = new HashSet<>();
  private final OrderedPrefetcher work;

  SourceIntake(SyncRun run, Source.Resolved source) {
    this.run = run;
    this.source = source;
    this.hashes = new DocumentHash(run.splitter().settings(), source);
    this.work = new OrderedPrefetcher(run.helpers(), TEXT_AHEAD);
  }

  @Override
  public void found(int documents) {
    run.progress().expect(documents);
  }

  @Override
  public boolean isKnown(String documentId, String contentHash) {
    Interruptions.check();
    settle(documentId);
    return isUnchanged(run.find(documentId), hash(contentHash));
  }

  private StoredHash hash(String contentHash) {
    return hashes.ofFile(contentHash);
  }

  private boolean isUnchanged(Optional<DocumentPlace> stored, StoredHash hash) {
    if (stored.isEmpty() || !stored.get().hash().equals(hash)) {
      return false;
    }
    return run.keep(stored.get());
  }

  @Override
  public void document(Document document, String contentHash) {
    Interruptions.check();
    settle(document.id());
    if (source.realPath() != null) {
      take(document, hash(contentHash));
      return;
    }
    StoredHash hash = hashes.of(document);
    if (!isUnchanged(run.find(document.id()), hash)) {
      take(document, hash);
    }
  }

  /** Two documents of one id are told from each other once the first is stored. */
  private void settle(String documentId) {
    if (ahead.contains(documentId)) {
      storeWhatIsAhead();
    }
  }

  private void take(Document given, StoredHash hash) {
    DocumentSanitizer intake = new DocumentSanitizer();
    Document document = intake.prepare(given, source.source());
    settle(document.id());
    intake.warning().ifPresent(warning -> warning(document.id(), warning));
    List<String> own = warnings.remove(document.id());
    ahead.add(document.id());
    try {
      work.add(
          () -> ChunkedDocument.of(document, run.splitter()),
          document.text().length(),
          cut -> store(document, cut, hash, own == null ? List.of() : own));
    } catch (InterruptedException e) {
      throw Interruptions.failure(e);
    }
  }

  private void store(Document document, ChunkedDocument cut, StoredHash hash, List<String> own) {
    ahead.remove(document.id());
    Optional<String> refusal = add(document, cut, hash, own);
    if (refusal.isPresent()) {
      run.skip(new Skip(document.id(), refusal.get()));
      unreadable.add(document.id());
      run.goneThrough();
    }
  }

  /** Adds a document, or says why not. */
  private Optional<String> add(
      Document document, ChunkedDocument cut, StoredHash hash, List<String> own) {
    Optional<DocumentPlace> stored = run.find(document.id());
    IdRegistry taken = run.taken();
    Batch batch = run.batch();
    Optional<String> refusal = taken.clash(document, stored, batch);
    if (refusal.isPresent()) {
      return refusal;
    }
    boolean isKeyTaken = !cut.key().isEmpty() && taken.isKeyTaken(cut.key(), batch);
    ChunkedDocument last = isKeyTaken ? ChunkedDocument.withLongKey(document, run.splitter()) : cut;
    if (last.refusal().isPresent()) {
      return last.refusal();
    }
    refusal = taken.clash(document, last.chunks(), source.name(), batch);
    if (refusal.isEmpty()) {
      add(last, new Origin(source.name(), hash, last.key(), own), stored.orElse(null));
    }
    return refusal;
  }

  private void add(ChunkedDocument cut, Origin origin, @Nullable DocumentPlace before) {
    try {
      run.add(cut.document(), cut.chunks(), origin, before);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Everything that came so far is stored when this returns. */
  void storeWhatIsAhead() {
    try {
      work.finish();
    } catch (InterruptedException e) {
      throw Interruptions.failure(e);
    }
  }

  @Override
  public void skipped(Skip skip) {
    Interruptions.check();
    work.then(() -> run.skip(skip));
  }

  /** It keeps its last version. */
  @Override
  public void unreadable(String id) {
    work.then(
        () -> {
          unreadable.add(id);
          run.goneThrough();
        });
  }

  @Override
  public void warning(String documentId, String warning) {
    warnings.computeIfAbsent(documentId, id -> new ArrayList<>()).add(warning);
  }

  /** All of the source was read: what was said of no document of its own is said of the sync. */
  void finish() {
    storeWhatIsAhead();
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

  @Override
  public void close() {
    work.close();
  }
}
