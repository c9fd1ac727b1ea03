package dev.arag.solr;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.core.text.Document;
import dev.arag.index.IndexStats;
import dev.arag.index.source.Source;
import dev.arag.index.source.SourceNameException;
import dev.arag.index.spi.SentenceRules;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.split.RulesChoice;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.store.EmbedderCheck;
import dev.arag.index.sync.PruneRefusedException;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import dev.arag.index.sync.WriteCancelledException;
import dev.arag.solr.internal.write.Share;
import dev.arag.solr.internal.write.WriteOperations;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the documents of sources to a Solr collection, which {@link SolrSetup} has created. One
 * thread or process at a time can write; others wait for it, at most for {@link
 * Builder#lockTimeout}. Thread-safe. The caller closes the collection and the embedder.
 *
 * <p>A sync publishes in batches of about 10,000 sentences. Searches see a batch when it is
 * published as a whole. If a process ends during a sync, its published batches remain, nothing else
 * becomes visible, and the next sync completes the work. If a process ends without releasing its
 * lock, another process can write 20 seconds later.
 */
public final class SolrIndex {
  private final SolrCollection collection;
  private final WriteOperations operations;
  private final @Nullable Share share;
  private final Duration lockTimeout;
  private final ReentrantLock writing = new ReentrantLock();

  private SolrIndex(Builder builder) {
    this.collection = builder.collection;
    this.share = builder.share;
    this.lockTimeout = builder.lockTimeout;
    this.operations =
        new WriteOperations(collection.client(), collection.name(), builder.options());
  }

  /** Returns a builder for the index of a collection. */
  public static Builder builder(SolrCollection collection) {
    return new Builder(collection);
  }

  /** Like {@link #sync(Source)}, for a file or folder. */
  public SyncReport sync(Path fileOrFolder) {
    return sync(Source.path(fileOrFolder));
  }

  /** Like {@link #sync(List, Consumer)}, for one source. */
  public SyncReport sync(Source source) {
    return sync(List.of(requireNonNull(source, "source")), progress -> {});
  }

  /**
   * Synchronizes the collection with sources: adds new documents, replaces changed ones, and
   * deletes documents that no longer exist in a {@link Source#prune pruned} source. Unchanged files
   * are only hashed. Unchanged sentences of a changed document keep their vectors. Documents that
   * cannot be read are reported as skipped; the collection keeps their last version.
   *
   * <p>If all documents are unchanged, only the lock is written. At the end, a sync removes the
   * document versions that are older than {@link Builder#retention}. If {@link Builder#chunkTokens}
   * has changed, each document is split again when it is synced.
   *
   * @param progress called on the caller's thread; an exception thrown by it ends the sync
   * @throws CorpusException if a source is missing, the cluster does not accept updates, or the
   *     collection was written with other rules or settings
   * @throws SourceNameException if two sources have the same name, or if the collection already
   *     uses the default name of a source for another path
   * @throws PruneRefusedException if too many documents of a pruned source are missing, see {@link
   *     Source#prune(double)}; thrown after everything else was published
   * @throws dev.arag.index.source.RemoteSourceException if a remote store cannot be read; thrown
   *     after everything else was published
   * @throws IndexLockedException if another thread or process writes for longer than the {@link
   *     Builder#lockTimeout}, if another process has taken over the lock, or if a progress listener
   *     calls this method
   * @throws WriteCancelledException if the thread is interrupted
   * @throws EmbedderMismatchException if a different embedder created the stored vectors
   * @throws dev.arag.core.error.EmbeddingException if the embedder cannot run
   */
  public SyncReport sync(List<Source> sources, Consumer<SyncProgress> progress) {
    requireNonNull(sources, "sources").forEach(source -> requireNonNull(source, "source"));
    requireNonNull(progress, "progress");
    List<Source> all = List.copyOf(sources);
    lock();
    try {
      SyncReport report =
          share == null ? operations.sync(all, progress) : operations.sync(share, all, progress);
      if (!report.refusedPrunes().isEmpty()) {
        throw new PruneRefusedException(report);
      }
      return report;
    } finally {
      writing.unlock();
    }
  }

  private void lock() {
    requireNotNested();
    try {
      if (!writing.tryLock(lockTimeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new IndexLockedException(
            "The "
                + collection
                + " is locked by another thread. Retry when its sync has finished.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WriteCancelledException(
          "Interrupted. Nothing was written to the " + collection + ".", e);
    }
  }

  /** A worker only syncs. */
  private void requireNoWorker() {
    if (share != null) {
      throw new IllegalStateException(
          "This index was created with Builder.worker, which supports only sync. Use an index"
              + " without it for delete and purge.");
    }
    requireNotNested();
  }

  /** A sync inside a progress listener would wait for itself. */
  private void requireNotNested() {
    if (writing.isHeldByCurrentThread()) {
      throw new IndexLockedException(
          "The "
              + collection
              + " is being synced by this thread, for example because a progress listener calls"
              + " sync. Retry when that sync has finished.");
    }
  }

  /** Like {@link #put(String, Iterable, Consumer)}, without a progress listener. */
  public SyncReport put(String name, Iterable<Document> documents) {
    return put(name, documents, progress -> {});
  }

  /**
   * Adds documents to a source in memory, and replaces its documents with the same ids. Other
   * documents of the source stay in the collection. If another source contains a document with the
   * same id, the report lists the new document as skipped. Throws the exceptions of {@link
   * #sync(List, Consumer)}.
   *
   * @param name the name of the source, not blank. Do not use the name of a file or folder source
   * @param documents iterated once, on the caller's thread
   * @param progress called on the caller's thread; an exception thrown by it ends the operation
   */
  public SyncReport put(
      String name, Iterable<Document> documents, Consumer<SyncProgress> progress) {
    return sync(List.of(Source.documents(name, documents)), progress);
  }

  /**
   * Deletes documents, so that later searches do not return them. Their text remains in the
   * collection until a sync after the {@link Builder#retention}, or until {@link #purge}. This
   * method needs no embedder: an index {@link Builder#withoutEmbeddings} can delete from every
   * collection.
   *
   * @param documentIds unknown ids are ignored
   * @return the number of deleted documents
   * @throws CorpusException if the cluster does not accept updates
   * @throws IndexLockedException if another thread or process writes for longer than the {@link
   *     Builder#lockTimeout}
   */
  public int delete(Collection<String> documentIds) {
    requireNonNull(documentIds, "documentIds").forEach(id -> requireNonNull(id, "documentId"));
    requireNoWorker();
    return operations.delete(List.copyOf(documentIds));
  }

  /**
   * Removes deleted documents, old document versions and the remains of interrupted syncs from the
   * collection, so that no query can return them. All snapshots of earlier states expire. The
   * collection keeps 13 characters of a hash for each removed document, so that chunk ids are never
   * reused, and hashes of the names and paths of sources.
   *
   * <p>Solr marks removed documents in its files and erases them when it merges segments. {@link
   * #purgeFiles} makes it erase them at once. A purge needs no embedder.
   *
   * @throws CorpusException if the cluster does not accept updates
   * @throws IndexLockedException if another thread or process writes for longer than the {@link
   *     Builder#lockTimeout}
   */
  public SolrPurgeReport purge() {
    requireNoWorker();
    return new SolrPurgeReport(operations.purge(false));
  }

  /**
   * Like {@link #purge}, and then rewrites all files of the collection, which erases the removed
   * documents from them. This reads and writes the whole collection on each replica, and needs up
   * to twice its disk space meanwhile. With a million sentences, it can take many minutes: give the
   * collection a longer {@link SolrCollection.Builder#timeout}. Backups, transaction logs and freed
   * disk blocks are not erased.
   */
  public SolrPurgeReport purgeFiles() {
    requireNoWorker();
    return new SolrPurgeReport(operations.purge(true));
  }

  /**
   * Returns statistics of the published state. The size in bytes is not known and therefore 0, and
   * there are no segments. The generation increases with each publish, but does not count them.
   */
  public IndexStats stats() {
    return operations.stats();
  }

  @Override
  public String toString() {
    return "Index of the " + collection;
  }

  /** Options. An option that is not set keeps the value that the collection stores. */
  public static final class Builder {
    private static final int DEFAULT_MAX_SENTENCES = 10_000;

    /** Longer than any program runs, and short enough for a number of nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(100 * 365);

    private final SolrCollection collection;
    private @Nullable Embedder embedder;
    private boolean hasEmbedder = true;
    private @Nullable Boolean headingsInEmbeddings;
    private @Nullable Integer chunkTokens;
    private RulesChoice rules = RulesChoice.NONE;
    private boolean hasRights;
    private Duration lockTimeout = Duration.ofSeconds(30);
    private Duration retention = Duration.ofHours(1);
    private int maxBatchSentences = DEFAULT_MAX_SENTENCES;
    private Duration heartbeat = Duration.ofSeconds(5);
    private Duration takeover = Duration.ofSeconds(20);
    private Clock clock = Clock.systemUTC();
    private @Nullable Share share;

    private Builder(SolrCollection collection) {
      this.collection = requireNonNull(collection, "collection");
    }

    /**
     * Sets the embedder for sentences. The caller closes it. An index needs an embedder or {@link
     * #withoutEmbeddings}.
     */
    public Builder embedder(Embedder embedder) {
      this.embedder = EmbedderCheck.requireFingerprint(embedder);
      this.hasEmbedder = true;
      return this;
    }

    /**
     * Disables embeddings: a sync embeds no sentences, and semantic search is not possible. A sync
     * of a collection that already has embeddings throws an {@link EmbedderMismatchException}.
     */
    public Builder withoutEmbeddings() {
      this.embedder = null;
      this.hasEmbedder = false;
      return this;
    }

    /**
     * Sets whether sentences are embedded with their heading as a prefix. Default: true. A
     * collection keeps its value: a sync with another value throws a {@link CorpusException}.
     */
    public Builder headingsInEmbeddings(boolean headingsInEmbeddings) {
      this.headingsInEmbeddings = headingsInEmbeddings;
      return this;
    }

    /**
     * Sets other rules by which documents are split into sentences, and the text that is embedded
     * for a sentence. Default: the rules of this library. A collection keeps its rules: a sync with
     * other rules, or without setting rules that are not the default ones, throws a {@link
     * CorpusException}.
     */
    public Builder sentenceRules(SentenceRules rules) {
      this.rules = this.rules.with(requireNonNull(rules, "rules"));
      return this;
    }

    /** Requires the rules of this library, see {@link #sentenceRules}. */
    public Builder defaultRules() {
      this.rules = rules.withDefault();
      return this;
    }

    /**
     * Sets rules for a collection that may have been created with them. They are used if the
     * collection records their name. A second call replaces the rules of the first. Default: none.
     */
    public Builder knownRules(SentenceRules... rules) {
      this.rules = this.rules.withKnown(requireNonNull(rules, "rules"));
      return this;
    }

    /**
     * Creates a collection with rights, as {@link dev.arag.index.Index.Builder#rights} does for an
     * index. The first write stores the setting. Writing to a collection that was created without
     * rights throws a {@link dev.arag.core.error.CorpusException}.
     */
    public Builder rights() {
      this.hasRights = true;
      return this;
    }

    /**
     * Sets the maximum sum of the lengths of the sentences in a chunk, in {@linkplain
     * dev.arag.core.token.TokenCounter#o200k() o200k tokens}. Default: 1,000. Minimum: 64.
     */
    public Builder chunkTokens(int chunkTokens) {
      this.chunkTokens = Splitter.requireChunkTokens(chunkTokens);
      return this;
    }

    /**
     * Sets how long an operation that writes waits while another thread or process writes. After
     * this time, the operation throws an {@link IndexLockedException}. Default: 30 seconds. The
     * lock of a process that has crashed ends after 20 seconds, so a shorter timeout does not wait
     * for its end.
     */
    public Builder lockTimeout(Duration lockTimeout) {
      this.lockTimeout = requireNotNegative(lockTimeout, "lockTimeout");
      return this;
    }

    /**
     * Sets how long a snapshot can be read after a newer state was published. The first sync after
     * this time removes the document versions that only this snapshot sees. Default: one hour. The
     * state that the collection stores needs about 75 bytes for each publish within this time.
     */
    public Builder retention(Duration retention) {
      this.retention = requireNotNegative(retention, "retention");
      return this;
    }

    private static Duration requireNotNegative(Duration duration, String name) {
      if (requireNonNull(duration, name).isNegative()) {
        throw new IllegalArgumentException(name + " must not be negative, was " + duration);
      }
      return duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
    }

    /**
     * Makes this index one of several workers, usually in different processes, that embed and write
     * the documents of the same sources at the same time. Each worker calls {@link
     * SolrIndex#sync(List, Consumer)} once, with the same sources and options, and stores a share
     * of the documents. All workers read all sources. Nothing is visible before the last worker has
     * finished, which then publishes all shares at once. The report of a worker counts its share; a
     * warning tells how many workers have finished.
     *
     * <p>A worker that has failed can be started again, with the same arguments: it replaces what
     * it wrote before. If another writer publishes changes during the job, the job cannot be
     * published, and the sync of a worker throws a {@link CorpusException} soon. The same happens
     * if a worker of another job begins.
     *
     * @param job identifies the work, not blank. Each job needs a new id
     * @param number the number of this worker, from 0
     * @param workers the number of workers
     */
    public Builder worker(String job, int number, int workers) {
      if (requireNonNull(job, "job").isBlank()) {
        throw new IllegalArgumentException("The id of a job must not be blank.");
      }
      if (number < 0 || number >= workers) {
        throw new IllegalArgumentException(
            "The number of a worker must be 0 to " + (workers - 1) + ", was " + number);
      }
      this.share = new Share(job, number, workers);
      return this;
    }

    /** Sets the number of sentences at which a batch is published. Used by tests. */
    Builder maxBatchSentences(int maxBatchSentences) {
      this.maxBatchSentences = maxBatchSentences;
      return this;
    }

    /** Sets the interval of heartbeats and when another writer takes over. Used by tests. */
    Builder lease(Duration heartbeat, Duration takeover) {
      this.heartbeat = heartbeat;
      this.takeover = takeover;
      return this;
    }

    /** Sets the clock for the retention. Used by tests. */
    Builder clock(Clock clock) {
      this.clock = clock;
      return this;
    }

    /**
     * Creates the index. No request is sent.
     *
     * @throws IllegalStateException if neither an embedder nor {@link #withoutEmbeddings} is set
     */
    public SolrIndex build() {
      return new SolrIndex(this);
    }

    private WriteOperations.Options options() {
      if (hasEmbedder && embedder == null) {
        throw new IllegalStateException(
            "Set an embedder with embedder, or disable embeddings with withoutEmbeddings.");
      }
      IndexSettings unused = IndexSettings.DEFAULT.with(chunkTokens, headingsInEmbeddings, rules);
      return new WriteOperations.Options(
          embedder,
          chunkTokens,
          headingsInEmbeddings,
          hasRights,
          rules,
          lockTimeout,
          retention,
          maxBatchSentences,
          heartbeat,
          takeover,
          clock);
    }
  }
}
