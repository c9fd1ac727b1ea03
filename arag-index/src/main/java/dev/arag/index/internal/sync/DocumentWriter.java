package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.chunks.StoredHash;
import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.commit.SegmentWriter;
import dev.arag.index.internal.commit.SourceFingerprint;
import dev.arag.index.internal.commit.SourceRecord;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.store.AddedIds;
import dev.arag.index.spi.store.ChunkedDocument;
import dev.arag.index.spi.store.DocumentStore;
import dev.arag.index.spi.store.EmbeddingPass;
import dev.arag.index.spi.store.ProgressEstimator;
import dev.arag.index.spi.store.SourceLocation;
import dev.arag.index.spi.store.SyncTally;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Adds the documents of a sync to segments. The documents of one segment are embedded and committed
 * together. Their number is limited, so that a sync of any size needs little memory, and an
 * interrupted sync loses little work. Not thread-safe.
 */
public final class DocumentWriter implements DocumentStore, Closeable {
  /** The maximum number of document and chunk ids that are kept on the heap. */
  private static final int MAX_IDS = 1 << 15;

  private final WriteSession session;
  private final IndexTransaction transaction;
  private final @Nullable Embedder embedder;
  private final BatchLimits limits;
  private final SyncTally tally;
  private final ProgressEstimator progress;
  private final VisitedDocuments visited = new VisitedDocuments();
  private final AddedIds ids = new AddedIds();

  /** The segment of the documents that are not committed yet; null if there are none. */
  private @Nullable SegmentWriter out;

  /** The stored version that each document of the segment replaces; null if there is none. */
  private final List<@Nullable DocumentRef> replaced = new ArrayList<>();

  private long textLength;

  /**
   * @param embedder the embedder that is set in the transaction; null if sentences are not embedded
   */
  public DocumentWriter(
      WriteSession session,
      @Nullable Embedder embedder,
      BatchLimits limits,
      SyncTally tally,
      ProgressEstimator progress) {
    this.session = session;
    this.transaction = session.transaction();
    this.embedder = embedder;
    this.limits = limits;
    this.tally = tally;
    this.progress = progress;
  }

  /**
   * @throws dev.arag.index.sync.WriteCancelledException if the sync was cancelled
   */
  @Override
  public void check() {
    session.cancellation().check();
  }

  @Override
  public boolean keep(String documentId, String contentHash) {
    StoredHash hash = storedHash(contentHash);
    return transaction
        .find(documentId)
        .filter(ref -> ref.hash().equals(hash) && keep(ref))
        .isPresent();
  }

  private static StoredHash storedHash(String contentHash) {
    return StoredHash.of(HexFormat.of().parseHex(contentHash));
  }

  /** Returns false if this sync has already visited the document. */
  private boolean keep(DocumentRef ref) {
    if (visited.contains(ref)) {
      return false;
    }
    visited.add(ref);
    tally.countUnchanged(ref.sentences());
    documentDone();
    return true;
  }

  @Override
  public void documentDone() {
    progress.read(embedder != null && out != null);
  }

  @Override
  public Optional<String> add(ChunkedDocument given, String source) throws IOException {
    transaction.settings().requireRightsFor(given.document());
    String id = given.document().id();
    Optional<DocumentRef> stored = transaction.find(id);
    ChunkedDocument chunked = ids.withUnusedIds(given, this::isKeyTaken);
    Optional<String> conflict =
        ids.conflict(
            chunked,
            source,
            () -> stored.filter(ref -> isUsed(ref, source)).map(DocumentRef::source),
            chunk ->
                transaction
                    .findHolder(chunk)
                    .filter(ref -> !ref.id().equals(id))
                    .map(ref -> new AddedIds.Holder(ref.id(), ref.source())));
    if (conflict.isEmpty()) {
      add(chunked, source, stored.orElse(null));
    }
    return conflict;
  }

  private boolean isKeyTaken(String key) {
    return transaction.published().segments().stream()
        .anyMatch(segment -> segment.chunks().isKeyTaken(key));
  }

  /** Returns whether a document of a source cannot replace a stored document with the same id. */
  private boolean isUsed(DocumentRef stored, String source) {
    return visited.contains(stored) || !stored.source().equals(source);
  }

  private void add(ChunkedDocument chunked, String source, @Nullable DocumentRef stored)
      throws IOException {
    String key = chunked.key() == null ? "" : chunked.key();
    Origin origin = new Origin(source, storedHash(chunked.contentHash()), key, chunked.warnings());
    ids.add(chunked, source);
    replaced.add(stored);
    textLength += chunked.document().text().length();
    if (out == null) {
      out = transaction.newSegment(limits.heapBytes());
    }
    out.add(chunked.document(), chunked.chunks(), origin);
    if (stored != null) {
      transaction.replace(stored);
    }
    tally.countAdded(chunked, stored != null);
    documentDone();
  }

  @Override
  public boolean isFull() {
    return ids.size() >= MAX_IDS
        || textLength >= limits.textLength()
        || (embedder != null && out != null && out.counts().sentences() >= limits.sentences());
  }

  @Override
  public long countUnvisited(String source, Predicate<String> isGone) {
    return unvisited(source, isGone).count();
  }

  @Override
  public void deleteUnvisited(String source, Predicate<String> isGone) {
    for (DocumentRef document : unvisited(source, isGone).toList()) {
      transaction.delete(document);
      tally.countDeleted();
    }
  }

  private Stream<DocumentRef> unvisited(String source, Predicate<String> isGone) {
    return transaction
        .documents()
        .filter(document -> !visited.contains(document) && document.source().equals(source))
        .filter(document -> isGone.test(document.id()));
  }

  @Override
  public Optional<SourceLocation> location(String source) {
    SourceRecord stored = transaction.sources().get(SourceFingerprint.of(source));
    return Optional.ofNullable(stored)
        .map(
            each ->
                new SourceLocation(
                    each.pathHash().toHex(), each.path().isEmpty() ? null : each.path()));
  }

  @Override
  public String pathHash(String path) {
    return SourceFingerprint.of(path).toHex();
  }

  @Override
  public boolean hasStoredDocument(String source) {
    return transaction.documents().anyMatch(document -> document.source().equals(source));
  }

  @Override
  public void putLocation(String source, SourceLocation location) {
    SourceFingerprint pathHash = SourceFingerprint.ofHex(location.pathHash());
    String path = location.path() == null ? "" : location.path();
    transaction
        .sources()
        .compute(
            SourceFingerprint.of(source),
            (name, before) ->
                new SourceRecord(pathHash, path, before == null ? List.of() : before.skipped()));
  }

  @Override
  public void putSkipped(String source, List<Skip> skipped) {
    transaction
        .sources()
        .computeIfPresent(
            SourceFingerprint.of(source), (name, stored) -> stored.withSkipped(skipped));
  }

  /** Commits all additions and deletions since the last commit. */
  @Override
  public void flush() throws IOException {
    SegmentWriter full = out;
    if (full == null) {
      session.commit();
    } else {
      if (embedder != null) {
        ChunksReader texts = full.finishTexts();
        long total = full.counts().sentences();
        EmbeddingPass pass =
            session.embeddingPass(
                embedder, full.vectors(), done -> progress.reportEmbedded(done, total));
        for (int i = 0; i < texts.documents(); i++) {
          pass.add(
              texts.documentId(i),
              texts.readDocument(i).metadata(),
              texts.chunksOf(i),
              reusableVectors(replaced.get(i)));
        }
        full.addDiagnostics(session.end(pass, tally));
      }
      transaction.add(full.finish(session.cancellation()::check));
      session.commit();
      startSegment();
    }
    session.mergeDueSegments(visited::updateAfterMerge, tally::warn);
  }

  private void startSegment() {
    out = null;
    replaced.clear();
    textLength = 0;
    ids.clear();
    List<Segment> segments = transaction.published().segments();
    visited.addAll(segments.get(segments.size() - 1));
    progress.endBatch();
  }

  private Function<String, @Nullable Embedding> reusableVectors(@Nullable DocumentRef stored) {
    return stored == null
        ? text -> null
        : new ReusableVectors(stored, transaction.settings()::embeddedText)::of;
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
