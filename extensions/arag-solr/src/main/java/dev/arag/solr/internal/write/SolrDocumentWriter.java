package dev.arag.solr.internal.write;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Document;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.store.AddedIds;
import dev.arag.index.spi.store.ChunkedDocument;
import dev.arag.index.spi.store.DocumentStore;
import dev.arag.index.spi.store.EmbeddingPass;
import dev.arag.index.spi.store.ProgressEstimator;
import dev.arag.index.spi.store.SourceLocation;
import dev.arag.index.spi.store.SyncTally;
import dev.arag.solr.internal.layout.DocumentFields;
import dev.arag.solr.internal.layout.DocumentFields.StoredSentence;
import dev.arag.solr.internal.layout.Keys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Adds the documents of a sync to batches. A batch is embedded, written and published when it is
 * full. Not thread-safe.
 */
final class SolrDocumentWriter implements DocumentStore {
  /** A term of the index has at most 32,766 bytes. */
  private static final int MAX_ID_BYTES = 10_000;

  private final StoredDocuments stored;
  private final SourceRecords records;
  private final IndexSettings settings;
  private final Runnable check;
  private final Output output;
  private final @Nullable Embedder embedder;
  private final int maxSentences;
  private final Predicate<String> isOwn;
  private final SyncTally tally;
  private final ProgressEstimator progress;
  private final KeySet visited = new KeySet();

  /** The keys of the versions that earlier batches have retired. */
  private final KeySet retired = new KeySet();

  private final Map<String, SourceLocation> locations = new HashMap<>();
  private ChangeBatch batch = new ChangeBatch();

  /** Writes the Solr documents of a batch. */
  interface Output {
    /** Publishes a batch, or prepares that. */
    void write(ChangeBatch batch, List<StoredSentence> sentences);
  }

  /**
   * @param check throws an exception if the sync must end
   * @param isOwn tells by its id whether this writer stores a document; others are ignored
   */
  SolrDocumentWriter(
      StoredDocuments stored,
      IndexSettings settings,
      Runnable check,
      Output output,
      @Nullable Embedder embedder,
      int maxSentences,
      Predicate<String> isOwn,
      SyncTally tally,
      ProgressEstimator progress) {
    this.stored = stored;
    this.records = new SourceRecords(stored);
    this.settings = settings;
    this.check = check;
    this.output = output;
    this.embedder = embedder;
    this.maxSentences = maxSentences;
    this.isOwn = isOwn;
    this.tally = tally;
    this.progress = progress;
  }

  /**
   * @throws dev.arag.index.sync.WriteCancelledException if the thread is interrupted
   * @throws dev.arag.core.error.IndexLockedException if another writer has taken over
   */
  @Override
  public void check() {
    check.run();
  }

  private Optional<StoredVersion> find(String documentId) {
    return stored.find(documentId).filter(each -> !isRetired(each.version()));
  }

  /** In a job, the stored versions that earlier batches have retired are still visible. */
  private boolean isRetired(String version) {
    return batch.isRetired(version) || retired.contains(Keys.of(version));
  }

  @Override
  public boolean keep(String documentId, String contentHash) {
    if (!isOwn.test(documentId)) {
      return true;
    }
    if (isTooLong(documentId)) {
      return false;
    }
    Optional<StoredVersion> version =
        find(documentId).filter(each -> each.hash().equals(contentHash));
    if (version.isEmpty() || !visited.add(version.get().documentKey())) {
      return false;
    }
    tally.countUnchanged(version.get().sentences());
    documentDone();
    return true;
  }

  private static boolean isTooLong(String documentId) {
    return documentId.length() > MAX_ID_BYTES
        || documentId.getBytes(StandardCharsets.UTF_8).length > MAX_ID_BYTES;
  }

  @Override
  public void documentDone() {
    progress.read(embedder != null && batch.hasAdditions());
  }

  @Override
  public Optional<String> add(ChunkedDocument given, String source) {
    String id = given.document().id();
    if (!isOwn.test(id)) {
      return Optional.empty();
    }
    if (isTooLong(id)) {
      return Optional.of("its id is longer than 10,000 bytes of UTF-8");
    }
    StoredVersion replaced = find(id).orElse(null);
    Optional<String> usedBy = usedBy(id, source, replaced);
    ChunkedDocument chunked =
        usedBy.isPresent() ? given : batch.ids().withUnusedIds(given, stored::isKeyTaken);
    StoredDocuments.Related related =
        usedBy.isPresent()
            ? StoredDocuments.Related.NONE
            : stored.related(id, chunked.chunks(), embedder == null ? null : replaced);
    settings.requireRightsFor(chunked.document());
    Optional<String> conflict =
        batch
            .ids()
            .conflict(
                chunked, source, () -> usedBy, chunk -> holder(chunk.value(), related.holders()));
    if (conflict.isEmpty()) {
      visited.add(Keys.of(id));
      batch.add(new ChangeBatch.Addition(chunked, source, related.vectors()), replaced);
      tally.countAdded(chunked, replaced != null);
      documentDone();
    }
    return conflict;
  }

  @Override
  public boolean isFull() {
    return batch.isFull(maxSentences);
  }

  /** Returns the source of the document whose id cannot be used; empty if it can be used. */
  private Optional<String> usedBy(
      String documentId, String source, @Nullable StoredVersion replaced) {
    String key = Keys.of(documentId);
    boolean isUsed =
        visited.contains(key)
            || (replaced != null && !replaced.sourceKey().equals(Keys.of(source)));
    return isUsed
        ? Optional.of(stored.holder(key).map(StoredDocuments.Holder::source).orElse(source))
        : Optional.empty();
  }

  private Optional<AddedIds.Holder> holder(
      String chunkId, Map<String, StoredDocuments.Holder> holders) {
    return Optional.ofNullable(holders.get(chunkId))
        .filter(holder -> !isRetired(holder.version()))
        .map(holder -> new AddedIds.Holder(holder.documentId(), holder.source()));
  }

  @Override
  public long countUnvisited(String source, Predicate<String> isGone) {
    AtomicLong count = new AtomicLong();
    forEachUnvisited(source, isGone, page -> count.addAndGet(page.count()));
    return count.get();
  }

  @Override
  public void deleteUnvisited(String source, Predicate<String> isGone) {
    forEachUnvisited(
        source,
        isGone,
        page -> {
          page.filter(batch::retire).forEach(each -> tally.countDeleted());
          if (isFull()) {
            flush();
          }
        });
  }

  private void forEachUnvisited(
      String source, Predicate<String> isGone, Consumer<Stream<StoredVersion>> action) {
    stored.forEach(
        source,
        page -> {
          check();
          action.accept(
              page.stream()
                  .filter(each -> !visited.contains(each.documentKey()))
                  .filter(each -> isOwn.test(each.id()) && isGone.test(each.id())));
        });
  }

  @Override
  public Optional<SourceLocation> location(String source) {
    return Optional.ofNullable(records.location(source));
  }

  @Override
  public String pathHash(String path) {
    return Keys.of(path);
  }

  @Override
  public boolean hasStoredDocument(String source) {
    if (!batch.retired().isEmpty()) {
      flush();
    }
    return stored.hasDocument(source);
  }

  @Override
  public void putLocation(String source, SourceLocation location) {
    if (location.equals(locations.getOrDefault(source, records.location(source)))) {
      batch.remove(source);
    } else {
      batch.put(source, location);
    }
  }

  /** Publishes all changes since the last call. */
  @Override
  public void flush() {
    if (batch.isEmpty()) {
      return;
    }
    ChangeBatch full = batch;
    output.write(full, sentences(full));
    full.retired().forEach(each -> retired.add(Keys.of(each.version())));
    locations.putAll(full.sources());
    batch = new ChangeBatch();
    stored.invalidate();
    progress.endBatch();
  }

  private List<StoredSentence> sentences(ChangeBatch full) {
    Stream<String> texts =
        full.additions().stream()
            .flatMap(each -> each.document().chunks().stream())
            .flatMap(chunk -> chunk.sentences().stream())
            .map(settings::embeddedText);
    if (embedder == null) {
      return texts.map(text -> new StoredSentence(text, null)).toList();
    }
    Iterator<Embedding> vectors = vectors(full, embedder).iterator();
    return texts.map(text -> new StoredSentence(text, vectors.next())).toList();
  }

  private List<Embedding> vectors(ChangeBatch full, Embedder embedder) {
    List<Embedding> vectors = new ArrayList<>();
    EmbeddingPass pass =
        new EmbeddingPass(
            embedder,
            settings,
            callsEmbedder -> check(),
            vectors::add,
            done -> progress.reportEmbedded(done, full.sentences()));
    try {
      for (ChangeBatch.Addition each : full.additions()) {
        Document document = each.document().document();
        pass.add(
            document.id(),
            document.metadata(),
            each.document().chunks(),
            text -> each.vectors().get(Keys.of(text)));
      }
      pass.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    pass.report(tally);
    return vectors;
  }

  /** Writes all Solr documents of a batch. */
  static void write(
      ChangeBatch batch, List<StoredSentence> sentences, long generation, Updates updates) {
    int next = 0;
    Updates.Buffer buffer = updates.new Buffer();
    for (ChangeBatch.Addition each : batch.additions()) {
      int count =
          each.document().chunks().stream().mapToInt(chunk -> chunk.sentences().size()).sum();
      DocumentFields.forEach(
          each.document(),
          each.source(),
          generation,
          sentences.subList(next, next + count),
          buffer::add);
      next += count;
    }
    batch.retired().stream()
        .map(each -> DocumentFields.tombstone(each.documentKey(), each.generation(), generation))
        .forEach(buffer::add);
    batch
        .sources()
        .forEach(
            (name, location) ->
                buffer.add(SourceRecords.fields(Keys.of(name), location, generation)));
    buffer.flush();
  }
}
