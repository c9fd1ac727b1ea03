package dev.arag.index;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.MeanSearch;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.Embedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.error.IndexVersionException;
import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindResult;
import dev.arag.core.spi.MentionFinder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Region;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.EmbedderInfo;
import dev.arag.index.internal.commit.Verification;
import dev.arag.index.internal.derived.StoredDerivedRecords;
import dev.arag.index.internal.search.EmbedderChoice;
import dev.arag.index.internal.search.IndexState;
import dev.arag.index.internal.search.IndexView;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.internal.sync.Cancellation;
import dev.arag.index.internal.sync.EmbedRun;
import dev.arag.index.internal.sync.FinderChoice;
import dev.arag.index.internal.sync.PurgeRun;
import dev.arag.index.internal.sync.WriteSession;
import dev.arag.index.internal.write.CurrentState;
import dev.arag.index.internal.write.IndexLocation;
import dev.arag.index.internal.write.IndexSync;
import dev.arag.index.internal.write.IndexWriter;
import dev.arag.index.source.Source;
import dev.arag.index.source.SourceNameException;
import dev.arag.index.spi.SentenceRules;
import dev.arag.index.spi.derived.DerivedRecords;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.split.RulesChoice;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.store.EmbedderCheck;
import dev.arag.index.sync.PruneRefusedException;
import dev.arag.index.sync.PurgeReport;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import dev.arag.index.sync.WriteCancelledException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A search index that is stored in a directory. It supports keyword search, semantic search and
 * reading chunks by id. Thread-safe. A {@linkplain #sync(List, Consumer) sync} publishes its
 * changes in commits. Searches can run during a sync, and see each commit as soon as it is
 * complete. Only one thread or process at a time can write. Other writers wait for it, at most for
 * {@link Builder#lockTimeout}.
 *
 * <p>An open index follows the commits of other {@code Index} objects and processes. At most once a
 * second, one call reads the manifest (the file that lists the files of the newest commit), which
 * takes less than 0.1 ms of processor time, and opens the new files if there is a newer commit.
 * Other threads do not wait for this call. If the newer commit cannot be used, searches continue to
 * use the commit that is already open, and {@link #refresh} throws an exception with the reason.
 * Possible reasons are that the directory was deleted, or that the newer commit has another
 * embedder or a newer format.
 *
 * <p>The index files are memory-mapped, not loaded into the heap. The embedder is loaded when the
 * first semantic search runs, the first new sentence is embedded, or {@link #warmUp} is called. All
 * open indexes of a process that use the default embedder share one loaded embedder. {@link #close}
 * closes an embedder that the index chose itself; a shared embedder is freed when the last index
 * that uses it is closed. The caller closes an embedder that was passed in. Scoped corpora and
 * snapshots can be used until the index is closed.
 */
public final class Index implements Catalogue, AutoCloseable {
  /** Most English texts contain these words, so that a search for both reads most of the text. */
  private static final String COMMON_WORDS = "of the";

  /** The caller of a derived text can write it later. */
  private static final Duration DERIVED_TIMEOUT = Duration.ofSeconds(1);

  private final IndexLocation location;
  private final IndexSettings settings;
  private final IndexSync.Options syncOptions;
  private final IndexWriter writer;
  private final CurrentState current;
  private final IndexView all;
  private final IndexView ignoringRights;

  private Index(
      Builder builder, IndexSettings settings, CommitPoint generation, EmbedderChoice choice) {
    this.location = builder.location;
    this.settings = settings;
    this.current = new CurrentState(location, generation, choice, builder.nanoTime);
    this.all = new IndexView(current::get, Scope.everything());
    this.ignoringRights = new IndexView(current::get, Scope.everything(), true);
    this.writer = new IndexWriter(location, current, builder.lockTimeout, builder.closeTimeout);
    this.syncOptions =
        new IndexSync.Options(
            location,
            current,
            settings,
            new FinderChoice(builder.finder, builder.finders),
            builder.batchLimits,
            builder.tokenCounter,
            builder.helperThreads,
            new AtomicBoolean(builder.isRebuild));
  }

  /**
   * Opens an index with the embedder that created its vectors, if this library provides that
   * embedder and its artifacts are on the class path. Otherwise, only keyword search and reading
   * work; {@link #semanticSearch(SemanticQuery, int, int)} lists the exceptions.
   *
   * @throws IndexNotFoundException if there is no index
   * @throws CorpusException if the index is corrupt or was written by an incompatible version
   */
  public static Index open(Path directory) {
    return builder(directory).open();
  }

  /**
   * Opens an index, or prepares a new index if the directory is missing or empty. The first sync
   * creates the files of a new index.
   *
   * @throws IndexNotFoundException if the directory contains files that are not index files
   * @throws dev.arag.core.error.EmbedderUnavailableException if there is no index yet and the
   *     default embedder's artifacts are not on the class path
   * @throws CorpusException if the index is corrupt or was written by an incompatible version
   */
  public static Index openOrCreate(Path directory) {
    return builder(directory).openOrCreate();
  }

  /** Returns a builder, which opens an index with options. */
  public static Builder builder(Path directory) {
    return new Builder(IndexLocation.of(requireNonNull(directory, "directory")));
  }

  static Builder builder(Store store) {
    // Tests count the operations of a store, so the time must not add any.
    return new Builder(new IndexLocation(store, store)).nanoTime(() -> 0);
  }

  /**
   * Verifies the checksums of all files of the current commit of an index. If the checksums are
   * correct, this method also verifies that counts, ids, texts and vectors are consistent. It needs
   * neither an embedder nor the write lock.
   *
   * @throws IndexNotFoundException if there is no index
   * @throws CorpusException if the index was written by an incompatible version
   */
  public static VerifyReport verify(Path directory) {
    IndexLocation location = IndexLocation.of(requireNonNull(directory, "directory")).unmapped();
    location.requireNoFile();
    return verify(location);
  }

  static VerifyReport verify(Store store) {
    return verify(new IndexLocation(store, store));
  }

  private static VerifyReport verify(IndexLocation location) {
    try {
      VerifyReport report = VerifyReport.of(Verification.of(location.store()));
      return location.name() instanceof Path directory ? report.withDerived(directory) : report;
    } catch (NoSuchFileException e) {
      throw location.notFound(e);
    }
  }

  /** Like {@link #sync(Source)}, for a file or folder. */
  public SyncReport sync(Path fileOrFolder) {
    IndexSync sync = newSync(List.of(Source.path(fileOrFolder)), progress -> {});
    return writer.run(writer.begin(), writer.lockTimeout(), sync::newest, sync::run);
  }

  /** Like {@link #sync(List, Consumer)}, for one source. */
  public SyncReport sync(Source source) {
    IndexSync sync = newSync(List.of(requireNonNull(source, "source")), progress -> {});
    return writer.run(writer.begin(), writer.lockTimeout(), sync::newest, sync::run);
  }

  /**
   * Synchronizes the index with sources: adds new documents, replaces changed ones, and deletes
   * documents that no longer exist in their source if {@link Source#prune} is set for the source.
   * Unchanged files are only hashed. Unchanged sentences of a changed document keep their vectors.
   * Documents that cannot be read are reported as skipped; the index keeps their last version.
   *
   * <p>A sync commits in batches of a few thousand sentences, and each commit is atomic. After a
   * failure or an interrupt, the completed commits remain, and the next sync continues from the
   * last commit. Vectors that were computed after the last commit are kept in files in the index
   * directory, for the next sync or {@link #embed} with the same embedder. Documents of other
   * sources do not change. If {@link Builder#chunkTokens} has changed, each document is split again
   * when it is synced. If {@link Builder#headingsInEmbeddings} has changed, or an embedder is set
   * for an index without vectors, a sync first embeds all stored sentences. If the finder of {@link
   * Builder#mentions} was set or has changed, a sync first finds the mentions of all stored
   * documents.
   *
   * @param progress called on the caller's thread, or on a platform thread if the caller's thread
   *     is virtual; an exception thrown by it ends the sync
   * @throws CorpusException if a source is missing, the directory cannot be written, or the
   *     {@linkplain Builder#sentenceRules sentence rules} or the {@linkplain Builder#mentions
   *     finder} of the index are not set
   * @throws SourceNameException if two sources have the same name, or if the index already uses the
   *     default name of a source for another path
   * @throws PruneRefusedException if more documents of a source are missing than {@link
   *     Source#prune(double)} allows to delete; thrown after everything else was committed
   * @throws dev.arag.index.source.RemoteSourceException if a remote store cannot be read; thrown
   *     after everything else was committed, unless the index is {@linkplain Builder#rebuild
   *     rebuilt}
   * @throws IndexLockedException if another thread or process writes to the index for longer than
   *     the {@link Builder#lockTimeout}, or if a progress listener calls this method
   * @throws WriteCancelledException if the thread is interrupted or the index is closed
   * @throws EmbedderMismatchException if a different embedder created the stored vectors, or if the
   *     index was opened without the embedder of the stored vectors
   * @throws dev.arag.core.error.EmbeddingException if the embedder cannot run
   */
  public SyncReport sync(List<Source> sources, Consumer<SyncProgress> progress) {
    IndexSync sync = newSync(sources, progress);
    return writer.run(writer.begin(), writer.lockTimeout(), sync::newest, sync::run);
  }

  private IndexSync newSync(List<Source> sources, Consumer<SyncProgress> progress) {
    return new IndexSync(syncOptions, sources, progress);
  }

  /**
   * Starts {@link #sync(List, Consumer)} on a daemon thread of its own, named {@code
   * arag-index-sync}, and returns at once. The handle reports the progress, cancels the sync and
   * returns its report. Closing the index cancels the sync too.
   *
   * @param sources the sources, read one after the other
   */
  public SyncHandle startSync(Source... sources) {
    List<Source> given = Arrays.asList(requireNonNull(sources, "sources"));
    given.forEach(source -> requireNonNull(source, "source"));
    List<Source> copy = List.copyOf(given);
    Cancellation cancellation = writer.begin();
    return SyncHandle.start(
        cancellation,
        writer.closeTimeout(),
        progress -> {
          IndexSync sync = newSync(copy, progress);
          return writer.run(cancellation, writer.lockTimeout(), sync::newest, sync::run);
        });
  }

  /** Like {@link #put(String, Iterable, Consumer)}, without a progress listener. */
  public SyncReport put(String name, Iterable<Document> documents) {
    return put(name, documents, progress -> {});
  }

  /**
   * Adds documents to a source whose documents code provides: a {@link #sync(List, Consumer)} of
   * {@link Source#documents}, which commits in batches too. If this source already has a document
   * with the same id, the new document replaces it. Other documents of the source stay in the
   * index; {@link #delete} deletes them by id, and {@code sync(Source.documents(name,
   * all).prune())} deletes those that are not in {@code all}. If another source contains a document
   * with the same id, the report lists the new document as skipped, and the stored document does
   * not change.
   *
   * @param name the name of the source, not blank. Do not use the name of a file or folder source
   * @param documents iterated once, on the caller's thread, or on a platform thread if the caller's
   *     thread is virtual
   * @param progress called on the same thread; an exception thrown by it ends the operation. Its
   *     {@link SyncProgress#share} increases during the operation if the documents are a {@link
   *     Collection}
   * @throws CorpusException if the directory cannot be written
   * @throws IndexLockedException if another thread or process writes to the index for longer than
   *     the {@link Builder#lockTimeout}, or if a progress listener calls this method
   * @throws WriteCancelledException if the thread is interrupted or the index is closed
   * @throws EmbedderMismatchException if a different embedder created the stored vectors
   * @throws dev.arag.core.error.EmbeddingException if the embedder cannot run
   */
  public SyncReport put(
      String name, Iterable<Document> documents, Consumer<SyncProgress> progress) {
    return sync(List.of(Source.documents(name, documents)), progress);
  }

  /**
   * Starts {@link #put(String, Iterable, Consumer)} in the background, as {@link #startSync} does.
   * If the handle is cancelled, the documents of completed commits stay in the index.
   *
   * @param documents iterated once, on the thread of the sync; they must not change before its end
   */
  public SyncHandle startPut(String name, Iterable<Document> documents) {
    return startSync(Source.documents(name, documents));
  }

  /** Like {@link #embed(Embedder, Consumer)}, without a progress listener. */
  public SyncReport embed(Embedder embedder) {
    return embed(embedder, progress -> {});
  }

  /**
   * Embeds all sentences with another embedder and replaces all vectors in one commit. Later syncs
   * and searches use this embedder. If the operation is interrupted, the next call with the same
   * embedder uses the vectors that were already computed; the report counts them as reused.
   *
   * @param embedder the new embedder; the caller closes it after the index is closed
   * @param progress called on the caller's thread, or on a platform thread if the caller's thread
   *     is virtual; an exception thrown by it ends the operation
   * @throws IndexNotFoundException if no sync has created the index yet
   * @throws IndexLockedException if another thread or process writes to the index for longer than
   *     the {@link Builder#lockTimeout}, or if a progress listener calls this method
   * @throws WriteCancelledException if the thread is interrupted or the index is closed
   * @throws dev.arag.core.error.EmbeddingException if the embedder cannot run
   */
  public SyncReport embed(Embedder embedder, Consumer<SyncProgress> progress) {
    requireNonNull(embedder, "embedder");
    requireNonNull(progress, "progress");
    return write(
        session -> {
          if (session.transaction().published().manifest().generation() == 0) {
            throw new IndexNotFoundException(
                "There is no index to embed at "
                    + location.name()
                    + ". Add documents with Index.sync first.");
          }
          syncOptions.requireRules(session.transaction());
          EmbedRun run = new EmbedRun(session, settings, embedder, progress);
          EmbedderChoice choice = EmbedderChoice.given(embedder);
          current.prepare(choice);
          run.run();
          current.use(choice);
          return run.report();
        });
  }

  /**
   * Deletes documents, so that later searches do not return them. Their text remains on disk until
   * a later write merges the files that contain it, or {@link #purge} is called. {@linkplain
   * #derivedRecords Texts that were derived} from these documents are removed before this method
   * returns, as after a sync that prunes documents.
   *
   * @param documentIds unknown ids are ignored
   * @return the number of deleted documents
   * @throws CorpusException if the directory cannot be written
   * @throws IndexLockedException if another thread or process writes to the index for longer than
   *     the {@link Builder#lockTimeout}, or if a progress listener calls this method
   * @throws WriteCancelledException if the thread is interrupted or the index is closed
   */
  public int delete(Collection<String> documentIds) {
    Set<String> ids = new LinkedHashSet<>(requireNonNull(documentIds, "documentIds"));
    ids.forEach(id -> requireNonNull(id, "documentId"));
    return write(
        session -> {
          int deleted = 0;
          for (String id : ids) {
            Optional<DocumentRef> document = session.transaction().find(id);
            document.ifPresent(session.transaction()::delete);
            deleted += document.isPresent() ? 1 : 0;
          }
          if (deleted > 0) {
            session.commit();
            session.mergeDueSegments((from, into) -> {}, warning -> {});
          }
          return deleted;
        });
  }

  /**
   * Removes all content of deleted documents and of replaced document versions from the directory,
   * and the vectors that an interrupted operation left. The parts (segments) of the index with
   * deleted documents are rewritten, and their old files are deleted. The paths of sources without
   * documents and the list of skipped files are removed too; the index keeps hashes of source names
   * and paths. For each removed document, it also keeps 13 characters of a hash, so that chunk ids
   * are never reused. If there is nothing to remove, there is no commit. {@linkplain
   * #derivedRecords Texts that were derived} from text that the index no longer contains are
   * removed too.
   *
   * <p>Readers that opened the index earlier keep the deleted files open until their next search or
   * until they close. Copies, backups and freed disk blocks are not erased.
   *
   * @throws CorpusException if the directory cannot be written or an old file cannot be deleted
   * @throws IndexLockedException if another thread or process writes to the index for longer than
   *     the {@link Builder#lockTimeout}, or if a progress listener calls this method
   * @throws WriteCancelledException if the thread is interrupted or the index is closed
   */
  public PurgeReport purge() {
    return write(
        session -> {
          PurgeRun run = new PurgeRun(session);
          run.run();
          if (location.name() instanceof Path directory) {
            StoredDerivedRecords.removeDead(directory, session.transaction());
          }
          return run.report();
        });
  }

  /**
   * Switches to the newest commit at once, without waiting for the next check of the manifest.
   * Scoped corpora then show the newest commit; snapshots do not change. If this method throws an
   * exception, searches continue to use the commit that is already open. If it returns, the newest
   * commit is in use, so a health check can call it.
   *
   * @return whether this call switched to another commit; false if the newest was in use already
   * @throws IndexNotFoundException if the index no longer exists
   * @throws EmbedderMismatchException if the newest commit was written with another embedder
   * @throws CorpusException if the newest commit cannot be read
   */
  public boolean refresh() {
    return current.refresh();
  }

  private <T> T write(WriteSession.WriteOperation<T> operation) {
    return writer.run(
        writer.begin(), writer.lockTimeout(), () -> current.newest(settings), operation);
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    return all.keywordSearch(query, topK, offset);
  }

  /**
   * {@inheritDoc}
   *
   * @throws dev.arag.core.error.NotIndexedException if the index has no embeddings
   * @throws EmbedderMismatchException if a different embedder created the stored vectors, or if
   *     this library does not provide their embedder and none is set
   * @throws dev.arag.core.error.EmbedderUnavailableException if an artifact that the embedder of
   *     the stored vectors needs is not on the class path
   * @throws CorpusException if the index was opened {@linkplain Builder#withoutEmbeddings without
   *     embeddings}, or a file is corrupt
   */
  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    return all.semanticSearch(query, topK, offset);
  }

  @Override
  public List<List<SemanticHit>> semanticSearchAll(
      List<SemanticQuery> queries, int topK, int offset) {
    return all.semanticSearchAll(queries, topK, offset);
  }

  @Override
  public Optional<MeanSearch> meanSearch() {
    return all.meanSearch();
  }

  @Override
  public OptionalDouble weakBelow() {
    return all.weakBelow();
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return all.read(ids);
  }

  /** {@inheritDoc} An index has mentions only if it was synced with {@link Builder#mentions}. */
  @Override
  public Optional<MentionSource> mentions() {
    return all.mentions();
  }

  /**
   * {@inheritDoc} If the index {@linkplain #hasRights has rights}, the corpus contains nothing
   * unless the scope contains {@link Scope#readableBy}; so do this index and its snapshots.
   */
  @Override
  public Catalogue within(Scope scope) {
    return all.within(scope);
  }

  /** Whether the index was created with {@link Builder#rights}. */
  @Override
  public boolean hasRights() {
    return all.hasRights();
  }

  /**
   * Returns the documents of the index whoever may read them, for programs that maintain the index.
   * Never show their text to a reader or pass this catalogue to an agent. If the index has no
   * rights, its content is that of the index.
   */
  public Catalogue ignoringRights() {
    return ignoringRights;
  }

  @Override
  public List<CatalogueEntry> documents(Slice slice) {
    return all.documents(slice);
  }

  /** {@inheritDoc} A document without chunks has an empty text. */
  @Override
  public Optional<Document> document(String documentId) {
    return all.document(documentId);
  }

  @Override
  public List<Chunk> chunksOf(String documentId) {
    return all.chunksOf(documentId);
  }

  @Override
  public FindResult find(FindQuery query, int limit, int offset) {
    return all.find(query, limit, offset);
  }

  @Override
  public List<Region> regions(String documentId, int from, int to) {
    return all.regions(documentId, from, to);
  }

  @Override
  public Optional<Object> version() {
    return all.version();
  }

  @Override
  public Catalogue snapshot() {
    return all.snapshot();
  }

  /**
   * Loads what the first queries need, so that they are not slow: maps the files, verifies the
   * checksums of what a search reads, and loads the embedder. This method runs one keyword search
   * and, if the index has an embedder, embeds one short query and searches for it. An embedder that
   * calls a service makes one call. Loading the embedder can take two seconds, and the other steps
   * take longer for a large index. Call this method at the start of an application, and again after
   * a large sync. Searches can run at the same time.
   *
   * @throws dev.arag.core.error.EmbeddingException if the embedder cannot run
   * @throws dev.arag.core.error.EmbedderUnavailableException if an artifact that the embedder of
   *     the stored vectors needs is not on the class path
   * @throws EmbedderMismatchException if this library does not provide the embedder of the stored
   *     vectors; set it with {@link Builder#embedder}
   * @throws CorpusException if a file is corrupt
   */
  public void warmUp() {
    IndexState state = current.get();
    ignoringRights.keywordSearch(KeywordQuery.of(List.of(COMMON_WORDS)), 1, 0);
    if (state.searchesByMeaning()) {
      ignoringRights.semanticSearch(COMMON_WORDS, 1);
    } else {
      state.embedder().load(COMMON_WORDS);
    }
  }

  /**
   * Returns the name of the rules by which this index splits documents into sentences; {@code
   * default} unless {@link Builder#sentenceRules} was set.
   */
  public String sentenceRules() {
    return settings.rulesName();
  }

  /** Returns statistics of the current commit, of all documents whoever may read them. */
  public IndexStats stats() {
    return IndexStats.of(current.get().commitPoint());
  }

  /**
   * Returns the file that a document was read from, below the path that its source had at its last
   * sync. The file may have changed since then. Scopes do not restrict the result.
   *
   * @return the real path of a regular file; empty if the document is unknown or does not come from
   *     a file of its own, or if the file does not exist or is outside the folder of the source
   */
  public Optional<Path> file(String documentId) {
    return current.get().file(requireNonNull(documentId, "documentId"));
  }

  /**
   * Returns the texts that extensions derived from the chunks of this index, such as facts that a
   * model extracted. Scopes do not restrict them.
   */
  public DerivedRecords derivedRecords() {
    if (location.name() instanceof Path directory) {
      return new StoredDerivedRecords(
          directory,
          operation ->
              writer.run(
                  writer.begin(), DERIVED_TIMEOUT, () -> current.newest(settings), operation));
    }
    throw new IllegalStateException("The index is not in a directory.");
  }

  /** Returns the ids of all documents whoever may read them, in corpus order. */
  public List<String> documentIds() {
    return current.get().documentIds();
  }

  /**
   * Returns the metadata keys that at least one document has, in code point order. This method
   * reads the metadata of every document, so do not call it for each query. Scopes do not restrict
   * the result: do not show it to users who may see only some documents.
   */
  public List<String> metadataKeys() {
    return current.get().metadataKeys();
  }

  IndexState currentState() {
    return current.get();
  }

  /**
   * Closes this index, its scoped corpora and, if the index chose its embedder itself, the
   * embedder. All searches then throw an {@link IllegalStateException}.
   *
   * <p>A running sync, or another operation that writes, is cancelled: it stops before its next
   * document or its next call of the embedder, and throws a {@link WriteCancelledException}. An
   * embedder or parser that is running is interrupted. Completed commits are kept. This method
   * waits for the end of the operation, at most for {@link Builder#closeTimeout}, which is 5
   * seconds by default. If an embedder ignores the interrupt for longer, this method returns first.
   * The operation then ends when the embedder returns. Only then does it release the write lock and
   * close an embedder that the index chose. This method does not wait if the calling thread is
   * interrupted, or if a progress listener calls it.
   */
  @Override
  public void close() {
    writer.close();
  }

  @Override
  public String toString() {
    return "Index " + location.name();
  }

  /**
   * Options for opening an index. An option that is not set keeps the value stored in the index.
   */
  public static final class Builder {
    /** Longer than any program waits, and short enough for a number of nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(100 * 365);

    private IndexLocation location;
    private @Nullable Embedder embedder;
    private boolean hasEmbedder = true;
    private @Nullable MentionFinder finder;
    private Function<String, Optional<MentionFinder>> finders = fingerprint -> Optional.empty();
    private @Nullable Boolean headingsInEmbeddings;
    private @Nullable Integer chunkTokens;
    private RulesChoice rules = RulesChoice.NONE;
    private boolean hasRights;
    private BatchLimits batchLimits = BatchLimits.DEFAULT;
    private TokenCounter tokenCounter = TokenCounter.o200k();
    private LongSupplier nanoTime = System::nanoTime;
    private Duration lockTimeout = Duration.ofSeconds(30);
    private Duration closeTimeout = Duration.ofSeconds(5);
    private boolean isRebuild;
    private int helperThreads = Runtime.getRuntime().availableProcessors() - 1;

    private Builder(IndexLocation location) {
      this.location = location;
    }

    /**
     * Sets the embedder for sentences and queries. The caller closes the embedder. Default: for an
     * existing index, the embedder of its stored vectors; for a new index, {@code
     * OnnxEmbedder.bgeSmallEnglish()}.
     */
    public Builder embedder(Embedder embedder) {
      this.embedder = EmbedderCheck.requireFingerprint(embedder);
      this.hasEmbedder = true;
      return this;
    }

    /**
     * Disables embeddings: a sync embeds no sentences, and a semantic search throws a {@link
     * CorpusException}. A sync of an index that already has embeddings throws an {@link
     * EmbedderMismatchException}.
     */
    public Builder withoutEmbeddings() {
      this.embedder = null;
      this.hasEmbedder = false;
      return this;
    }

    /**
     * Stores the mentions that a finder finds in the sentences of the documents, for {@link
     * Index#mentions}. The index stores the fingerprint of the finder. If the index has no
     * mentions, or the mentions of another finder, the next sync finds the mentions of all stored
     * documents, in one commit. Until this commit, {@link Index#mentions} returns the mentions that
     * are already stored. Default: an existing index keeps its mentions; a new index has none.
     *
     * <p>An index that is opened without its finder can return all of its mentions, and keeps them
     * when documents are deleted, purged or embedded. A sync needs the finder: it throws a {@link
     * CorpusException} before it changes the index, unless the function of {@link #knownFinders}
     * returns a finder.
     */
    public Builder mentions(MentionFinder finder) {
      if (requireNonNull(finder, "finder").fingerprint().isBlank()) {
        throw new IllegalArgumentException("The fingerprint of the finder must not be blank.");
      }
      this.finder = finder;
      return this;
    }

    /**
     * Sets the finders that are known to the application. If the index has mentions and {@link
     * #mentions} is not set, a sync uses the finder for the stored fingerprint. A sync stores no
     * mentions in an index that has none. A second call replaces the finders of the first. Default:
     * none.
     *
     * @param byFingerprint receives the fingerprint that the index stores. Returns the finder with
     *     this fingerprint, or another finder, with which the sync finds all mentions again; empty
     *     if none is known
     */
    public Builder knownFinders(Function<String, Optional<MentionFinder>> byFingerprint) {
      this.finders = requireNonNull(byFingerprint, "byFingerprint");
      return this;
    }

    /** Sets whether sentences are embedded with their heading as a prefix. Default: true. */
    public Builder headingsInEmbeddings(boolean headingsInEmbeddings) {
      this.headingsInEmbeddings = headingsInEmbeddings;
      return this;
    }

    /**
     * Sets the rules that split documents into sentences and determine the text that is embedded
     * for a sentence. Default: the default rules of this library. An index keeps the rules it was
     * created with: opening it with other rules throws a {@link CorpusException}. An index with
     * other rules than the default ones can be searched if they are not set, but a sync throws a
     * {@link CorpusException}.
     */
    public Builder sentenceRules(SentenceRules rules) {
      this.rules = this.rules.with(requireNonNull(rules, "rules"));
      return this;
    }

    /**
     * Requires that the index was created with the default sentence rules of this library, see
     * {@link #sentenceRules}.
     */
    public Builder defaultRules() {
      this.rules = rules.withDefault();
      return this;
    }

    /**
     * Sets sentence rules that the index may have been created with. An existing index uses those
     * of them whose name it has recorded. A new index uses none of them. A second call replaces the
     * rules of the first. Default: none.
     */
    public Builder knownRules(SentenceRules... rules) {
      this.rules = this.rules.withKnown(requireNonNull(rules, "rules"));
      return this;
    }

    /**
     * Creates an index with rights: it denies by default. The index, its snapshots and its scoped
     * corpora contain only documents that a {@link Scope#readableBy} allows, and nothing without
     * such a scope. A document without {@linkplain Document.Builder#readableBy principals} can be
     * read by nobody. Writing, {@link Index#stats}, {@link Index#documentIds} and {@link
     * Index#ignoringRights} include all documents. The setting is stored in the index: it applies
     * whether this method is called or not when the index is opened again. Only a {@linkplain
     * #rebuild rebuild} gives rights to an index that was created without them; in other cases,
     * opening it with this setting throws a {@link CorpusException}. Default for a new index: no
     * rights, and a sync refuses documents with principals.
     */
    public Builder rights() {
      this.hasRights = true;
      return this;
    }

    /**
     * Reads files with system calls instead of memory mappings. Searches are slower, but any damage
     * to a file causes a {@link CorpusException}. With memory mappings, which are the default, a
     * search may throw an {@code InternalError} instead if another process truncates an open file;
     * it returns no results from such a file. File handles are released when the objects that read
     * the files are garbage collected.
     */
    public Builder safeMode() {
      this.location = location.unmapped();
      return this;
    }

    /**
     * Sets the maximum sum of the lengths of the sentences in a chunk, in {@linkplain
     * TokenCounter#o200k() o200k tokens}. Default: 1,000. Minimum: 64.
     */
    public Builder chunkTokens(int chunkTokens) {
      this.chunkTokens = Splitter.requireChunkTokens(chunkTokens);
      return this;
    }

    /**
     * Makes the next sync rebuild the index: the documents of this sync replace all stored
     * documents. It embeds only sentences for whose embedded text the index has no vector. Use it
     * for an index that {@linkplain IndexVersionException#isTooOld() is too old} to be opened. Such
     * an index is empty until the first commit of the sync; a readable index keeps its documents
     * until then. If the sync is interrupted, the next sync continues the rebuild. Settings and an
     * embedder that are not set are kept.
     */
    public Builder rebuild() {
      this.isRebuild = true;
      return this;
    }

    /**
     * Sets how long an operation that writes waits while another thread or process writes to the
     * index. After this time, the operation throws an {@link IndexLockedException}. Default: 30
     * seconds. With {@link Duration#ZERO}, it does not wait. If a progress listener calls such an
     * operation, the exception is thrown at once.
     */
    public Builder lockTimeout(Duration lockTimeout) {
      this.lockTimeout = requireNotNegative(lockTimeout, "lockTimeout");
      return this;
    }

    /**
     * Sets how long {@link Index#close} and {@link SyncHandle#close} wait for a cancelled operation
     * to end. Default: 5 seconds.
     */
    public Builder closeTimeout(Duration closeTimeout) {
      this.closeTimeout = requireNotNegative(closeTimeout, "closeTimeout");
      return this;
    }

    private static Duration requireNotNegative(Duration duration, String name) {
      if (requireNonNull(duration, name).isNegative()) {
        throw new IllegalArgumentException(name + " must not be negative, was " + duration);
      }
      return duration.compareTo(LONGEST) < 0 ? duration : LONGEST;
    }

    /** Sets the batch size at which a sync commits. Used by tests that need many commits. */
    Builder batchLimits(BatchLimits batchLimits) {
      this.batchLimits = batchLimits;
      return this;
    }

    /**
     * Sets the number of threads that split documents, in addition to the caller's thread. Used by
     * tests. The index files do not depend on this number.
     */
    Builder helperThreads(int helperThreads) {
      this.helperThreads = helperThreads;
      return this;
    }

    /** Sets the clock for checks of the manifest. Replaced by tests. */
    Builder nanoTime(LongSupplier nanoTime) {
      this.nanoTime = nanoTime;
      return this;
    }

    /** Sets the token counter. Benchmarks replace it to exclude the cost of counting tokens. */
    Builder tokenCounter(TokenCounter tokenCounter) {
      this.tokenCounter = tokenCounter;
      return this;
    }

    /**
     * Like {@link Index#open(Path)}, with these options. An embedder that was set must be the one
     * that created the stored vectors.
     */
    public Index open() {
      location.requireNoFile();
      try {
        return open(newestCommit());
      } catch (NoSuchFileException e) {
        throw location.notFound(e);
      }
    }

    /**
     * Like {@link Index#openOrCreate(Path)}, with these options. An embedder that was set must be
     * the one that created the stored vectors.
     */
    public Index openOrCreate() {
      location.requireNoFile();
      try {
        return open(newestCommit());
      } catch (NoSuchFileException noCommitYet) {
        location.requireNoOtherFiles();
        return create();
      }
    }

    private CommitPoint newestCommit() throws NoSuchFileException {
      try {
        return CommitPoint.open(location.store());
      } catch (IndexVersionException e) {
        if (!isRebuild || !e.isTooOld()) {
          throw e;
        }
        return CommitPoint.openOfAnyVersion(location.store()).withoutDocuments();
      }
    }

    private Index open(CommitPoint generation) {
      IndexSettings stored = generation.manifest().settings();
      boolean needsRights = hasRights || stored.hasRights();
      IndexSettings settings =
          stored.with(chunkTokens, headingsInEmbeddings, rules).withRights(needsRights);
      (isRebuild ? stored.withRights(needsRights) : stored)
          .requireSame(settings, "index", "The index at " + location.name());
      return new Index(this, settings, generation, choice(generation.manifest().embedder()));
    }

    private EmbedderChoice choice(@Nullable EmbedderInfo stored) {
      if (embedder == null) {
        return hasEmbedder ? EmbedderChoice.forStored(stored) : EmbedderChoice.none();
      }
      EmbedderChoice given = EmbedderChoice.given(embedder);
      if (!isRebuild) {
        given.requireSame(stored, location.name());
      }
      return given;
    }

    private Index create() {
      EmbedderChoice choice =
          embedder == null && hasEmbedder ? EmbedderChoice.forNewIndex() : choice(null);
      IndexSettings settings =
          IndexSettings.DEFAULT
              .with(chunkTokens, headingsInEmbeddings, rules)
              .withRights(hasRights);
      return new Index(this, settings, CommitPoint.empty(settings), choice);
    }
  }
}
