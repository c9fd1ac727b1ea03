package dev.arag.index;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.embed.Embedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EncoderMismatchException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.internal.commit.DocumentPlace;
import dev.arag.index.internal.commit.EncoderInfo;
import dev.arag.index.internal.commit.Generation;
import dev.arag.index.internal.commit.IndexSettings;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Verification;
import dev.arag.index.internal.search.EncoderChoice;
import dev.arag.index.internal.search.IndexState;
import dev.arag.index.internal.search.IndexView;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.internal.sync.EmbedRun;
import dev.arag.index.internal.sync.KnownSources;
import dev.arag.index.internal.sync.PurgeRun;
import dev.arag.index.internal.sync.SyncRun;
import dev.arag.index.internal.sync.WriteSession;
import dev.arag.index.split.Splitter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A directory of documents to search by words, by meaning, and by id. Safe for use by several
 * threads: searches run while a sync writes, and see what was there before until it has returned.
 *
 * <p>Searched through memory mappings, not loaded into the heap. The encoder is loaded at the first
 * semantic search or new sentence. {@link #close} closes the encoder that the index chose itself;
 * one that was given stays the caller's. Scoped views and snapshots work until the index is closed.
 */
public final class Index implements Corpus, AutoCloseable {
  private final IndexLocation location;
  private final IndexSettings settings;
  private final BatchLimits batchLimits;
  private final TokenCounter tokenCounter;
  private final int helperThreads;
  private final ReentrantLock writing = new ReentrantLock();
  private final CurrentState current;
  private final IndexView all;

  private Index(
      Builder builder, IndexSettings settings, Generation generation, EncoderChoice encoder) {
    this.location = builder.location;
    this.batchLimits = builder.batchLimits;
    this.tokenCounter = builder.tokenCounter;
    this.helperThreads = builder.helperThreads;
    this.settings = settings;
    this.current = new CurrentState(location, generation, encoder);
    this.all = new IndexView(current::get, Scope.everything());
  }

  /**
   * Opens an index with the encoder it was made with, if that is part of this library; otherwise
   * words and ids are searched, and the first semantic search says what is missing.
   *
   * @throws IndexNotFoundException if there is none
   * @throws CorpusException if it is damaged, or of another version of the library
   */
  public static Index open(Path directory) {
    return builder(directory).open();
  }

  /**
   * Opens an index, or starts one in a directory that is missing or empty. Nothing is created
   * before the first sync.
   *
   * @throws IndexNotFoundException if the directory holds other files
   * @throws dev.arag.core.error.EncoderUnavailableException if there is no index yet and the
   *     default encoder's artifacts are not on the class path
   * @throws CorpusException if an index is there and is damaged, or of another version
   */
  public static Index openOrCreate(Path directory) {
    return builder(directory).openOrCreate();
  }

  /** For other options than the defaults. */
  public static Builder builder(Path directory) {
    return new Builder(IndexLocation.of(directory));
  }

  static Builder builder(Store store) {
    return new Builder(new IndexLocation(store, store));
  }

  /**
   * Reads every byte of an index and checks it against its checksums; where all of them are right,
   * also whether what is stored fits together: counts, ids, texts, vectors. Needs no encoder, and
   * disturbs nobody: what is published meanwhile is not looked at.
   *
   * @throws IndexNotFoundException if there is no index
   * @throws CorpusException if it is of another version of the library
   */
  public static VerifyReport verify(Path directory) {
    IndexLocation location = IndexLocation.of(directory).unmapped();
    location.requireNoFile();
    return verify(location);
  }

  static VerifyReport verify(Store store) {
    return verify(new IndexLocation(store, store));
  }

  public static VerifyReport verify(IndexLocation location) {
    try {
      return VerifyReport.of(Verification.of(location.store()));
    } catch (NoSuchFileException e) {
      throw location.notFound(e);
    }
  }

  /** Like {@link #sync(Source)}, for a file or folder. */
  public SyncReport sync(Path fileOrFolder) {
    return sync(Source.path(fileOrFolder));
  }

  /** Like {@link #sync(List, Consumer)}, for one source. */
  public SyncReport sync(Source source) {
    return sync(List.of(source), progress -> {});
  }

  /**
   * Brings the documents of these sources up to date: new ones are added, changed ones take the
   * place of their last version, unchanged ones cost no more than a look; sentences that a changed
   * document keeps are not embedded again. What is gone from a source is deleted if it is {@link
   * Source#prune pruned}. What cannot be read is skipped and listed, and keeps its last version.
   *
   * <p>Published in batches of some thousand sentences, each whole or not at all. On any failure,
   * and when the thread is interrupted, what was published stays, and the next sync goes on from
   * there. Other documents of the index are not touched. When {@code chunkTokens} is not what it
   * was, documents are cut anew as they are synced; when {@code headingsInEmbeddings} is not what
   * it was, or an encoder is given to an index without vectors, all sentences are embedded first.
   *
   * @param progress called on this thread; what it throws ends the sync
   * @throws CorpusException if a source is missing, or the directory cannot be written
   * @throws SourceNameException if two sources share a name, or a name belongs to another path in
   *     the index
   * @throws IndexLockedException if another thread or process is writing to this directory
   * @throws EncoderMismatchException if the index needs an encoder that was not given
   * @throws dev.arag.core.error.EmbeddingException if the encoder cannot run
   */
  public SyncReport sync(List<Source> sources, Consumer<SyncProgress> progress) {
    return write(
        commits -> {
          IndexTransaction transaction = commits.transaction();
          Embedder embedder =
              current.get().encoder().forSentences(transaction.usedEncoder(), location.name());
          List<Source.Resolved> resolved = new KnownSources(transaction.sources()).resolve(sources);
          EmbedRun.applySettings(commits, settings, embedder, progress);
          Splitter splitter = new Splitter(transaction.settings().chunkTokens(), tokenCounter);
          SourceReader reader = new SourceReader(splitter, helperThreads);
          return new SyncRun(commits, reader, embedder, batchLimits, resolved, progress).run();
        });
  }

  /** Like {@link #embed(Embedder, Consumer)}, without news of the progress. */
  public SyncReport embed(Embedder embedder) {
    return embed(embedder, progress -> {});
  }

  /**
   * Embeds all sentences anew, with an encoder that may be another one than before, and works with
   * it from then on. Published as a whole, when all are embedded.
   *
   * @param embedder stays the caller's, who closes it after the index
   * @param progress called on this thread; what it throws ends the work
   * @throws IndexNotFoundException if nothing was synced yet
   * @throws IndexLockedException if another thread or process is writing to this directory
   * @throws dev.arag.core.error.EmbeddingException if the encoder cannot run
   */
  public SyncReport embed(Embedder embedder, Consumer<SyncProgress> progress) {
    return write(
        commits -> {
          if (commits.transaction().published().manifest().generation() == 0) {
            throw new IndexNotFoundException(
                "There is no index to embed at "
                    + location.name()
                    + ". Add documents with Index.sync first.");
          }
          EmbedRun run = new EmbedRun(commits, settings, embedder, progress);
          run.run();
          current.use(EncoderChoice.given(embedder));
          return run.report();
        });
  }

  /**
   * Deletes documents. Searches do not find them from then on; their texts leave the disk when
   * segments are merged, or at once with {@link #purge}.
   *
   * @param documentIds ids that name no document are passed over
   * @return how many documents were deleted
   * @throws CorpusException if the directory cannot be written
   * @throws IndexLockedException if another thread or process is writing to this directory
   */
  public int delete(Collection<String> documentIds) {
    return write(
        commits -> {
          int deleted = 0;
          for (String id : new LinkedHashSet<>(documentIds)) {
            Optional<DocumentPlace> document = commits.transaction().find(id);
            document.ifPresent(commits.transaction()::delete);
            deleted += document.isPresent() ? 1 : 0;
          }
          if (deleted > 0) {
            commits.commit();
            commits.mergeDueSegments((from, into) -> {}, warning -> {});
          }
          return deleted;
        });
  }

  /**
   * Makes sure that no file of the directory holds a byte of a deleted document, or of an older
   * version of one: what holds some is written anew without it, and the old files are removed. What
   * stays is 13 characters of a hash for each, so that no chunk id ever comes to name another text,
   * and hashes of the names and places of sources, so that no name comes to mean another place.
   * Where there is nothing to remove, nothing is published.
   *
   * <p>Readers that opened the index earlier, in this process or another, keep their files, though
   * the directory no longer shows them, until they refresh or close. Copies and backups are not
   * reached, nor what the disk itself keeps of freed blocks.
   *
   * @throws CorpusException if the directory cannot be written, or an old file cannot be removed
   * @throws IndexLockedException if another thread or process is writing to this directory
   */
  public PurgeReport purge() {
    return write(
        commits -> {
          PurgeRun run = new PurgeRun(commits);
          run.run();
          return run.report();
        });
  }

  /**
   * Goes on to the newest state, if another process has published one. Views see it from then on,
   * snapshots keep theirs. What this index publishes itself, it sees without this.
   *
   * @return whether there was a newer state
   * @throws IndexNotFoundException if the index is gone
   * @throws CorpusException if the newest state cannot be read; the one before stays in use
   */
  public boolean refresh() {
    return current.refresh();
  }

  private <T> T write(WriteSession.Work<T> work) {
    current.get();
    // A sync inside a progress listener would delete the files that the outer sync is writing.
    if (writing.isHeldByCurrentThread() || !writing.tryLock()) {
      throw WriteSession.locked(location.name());
    }
    try {
      return new WriteSession(location.store(), location.name(), current::adopt)
          .run(() -> current.newest(settings), work);
    } finally {
      writing.unlock();
    }
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    return all.keywordSearch(query, topK, offset);
  }

  /**
   * {@inheritDoc}
   *
   * @throws CorpusException if nothing is embedded
   * @throws EncoderMismatchException if the index was made with an encoder that was not given
   */
  @Override
  public List<SemanticHit> semanticSearch(String query, int topK, int offset) {
    return all.semanticSearch(query, topK, offset);
  }

  @Override
  public List<List<SemanticHit>> semanticSearchAll(List<String> queries, int topK, int offset) {
    return all.semanticSearchAll(queries, topK, offset);
  }

  @Override
  public OptionalDouble weakBelow() {
    return all.weakBelow();
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return all.read(ids);
  }

  @Override
  public Corpus within(Scope scope) {
    return all.within(scope);
  }

  @Override
  public Corpus snapshot() {
    return all.snapshot();
  }

  /** What the index holds now. */
  public IndexStats stats() {
    return IndexStats.of(current.get().generation());
  }

  /** The ids of all documents it holds now, in corpus order: what {@link #delete} takes. */
  public List<String> documentIds() {
    return current.get().documentIds();
  }

  /** All chunks as they are stored, for comparison with an oracle. */
  List<Chunk> chunks() {
    return current.get().chunks();
  }

  IndexState currentState() {
    return current.get();
  }

  /** Ends all use of this index and its views, and closes the encoder it chose itself. */
  @Override
  public void close() {
    if (current.close()) {
      writing.lock();
      try {
        current.closeEncoders();
      } finally {
        writing.unlock();
      }
    }
  }

  @Override
  public String toString() {
    return "Index " + location.name();
  }

  /** Collects the options of an index. Those not set are the stored index's own. */
  public static final class Builder {
    private IndexLocation location;
    private @Nullable Embedder embedder;
    private boolean hasEmbedder = true;
    private @Nullable Boolean headingsInEmbeddings;
    private @Nullable Integer chunkTokens;
    private BatchLimits batchLimits = BatchLimits.DEFAULT;
    private TokenCounter tokenCounter = TokenCounter.o200k();
    private int helperThreads = Runtime.getRuntime().availableProcessors() - 1;

    private Builder(IndexLocation location) {
      this.location = location;
    }

    /**
     * The encoder for sentences and queries; it stays the caller's. Default: the one the index was
     * made with, and for a new index {@code OnnxEmbedder.bgeSmallEnglish()}.
     */
    public Builder embedder(Embedder embedder) {
      this.embedder = embedder;
      this.hasEmbedder = true;
      return this;
    }

    /** Nothing is embedded, and search by meaning is refused. */
    public Builder withoutEmbeddings() {
      this.embedder = null;
      this.hasEmbedder = false;
      return this;
    }

    /** Whether a sentence is embedded with its heading in front. Default true. */
    public Builder headingsInEmbeddings(boolean headingsInEmbeddings) {
      this.headingsInEmbeddings = headingsInEmbeddings;
      return this;
    }

    /**
     * Reads through files instead of memory mappings: slower, and no damage to a file ends the
     * program or shows as anything but a {@link CorpusException}. With mappings, which are the
     * default, there is one exception: when others cut a file short while it is open, the JVM may
     * raise an {@code InternalError} in its place. No answer comes from such a file either way. The
     * system's file handles are given back when readers are garbage collected.
     */
    public Builder safeMode() {
      this.location = location.unmapped();
      return this;
    }

    /** About how long a chunk is, in o200k tokens. Default 1,000, at least 64. */
    public Builder chunkTokens(int chunkTokens) {
      if (chunkTokens < Splitter.MIN_CHUNK_TOKENS) {
        throw new IllegalArgumentException(
            "chunkTokens must be >= " + Splitter.MIN_CHUNK_TOKENS + ", was " + chunkTokens);
      }
      this.chunkTokens = chunkTokens;
      return this;
    }

    /** What a sync publishes at once. For tests, which want more commits than documents. */
    Builder batchLimits(BatchLimits batchLimits) {
      this.batchLimits = batchLimits;
      return this;
    }

    /** Threads that cut documents beside the caller's. For tests; the files do not depend on it. */
    Builder helperThreads(int helperThreads) {
      this.helperThreads = helperThreads;
      return this;
    }

    /** What sentences and chunks are measured by. For measurements of all but the counting. */
    Builder tokenCounter(TokenCounter tokenCounter) {
      this.tokenCounter = tokenCounter;
      return this;
    }

    /** See {@link Index#open(Path)}; an encoder that is given must be the index's own. */
    public Index open() {
      location.requireNoFile();
      try {
        return opened(Generation.open(location.store()));
      } catch (NoSuchFileException e) {
        throw location.notFound(e);
      }
    }

    /** See {@link Index#openOrCreate(Path)}; an encoder that is given must be the index's own. */
    public Index openOrCreate() {
      location.requireNoFile();
      try {
        return opened(Generation.open(location.store()));
      } catch (NoSuchFileException noCommitYet) {
        location.requireNoOtherFiles();
        return created();
      }
    }

    private Index opened(Generation generation) {
      EncoderInfo stored = generation.manifest().encoder();
      IndexSettings settings = settings(generation.manifest().settings());
      return new Index(this, settings, generation, choice(stored));
    }

    private EncoderChoice choice(@Nullable EncoderInfo stored) {
      if (embedder == null) {
        return hasEmbedder ? EncoderChoice.forStored(stored) : EncoderChoice.none();
      }
      EncoderChoice given = EncoderChoice.given(embedder);
      given.requireSame(stored, location.name());
      return given;
    }

    private Index created() {
      EncoderChoice choice =
          embedder == null && hasEmbedder ? EncoderChoice.forNewIndex() : choice(null);
      IndexSettings settings = settings(IndexSettings.DEFAULT);
      return new Index(this, settings, Generation.none(settings), choice);
    }

    private IndexSettings settings(IndexSettings stored) {
      return new IndexSettings(
          chunkTokens == null ? stored.chunkTokens() : chunkTokens,
          headingsInEmbeddings == null ? stored.headingsInEmbeddings() : headingsInEmbeddings);
    }
  }
}
