package dev.arag.solr;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.MeanSearch;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.spi.store.EmbedderCheck;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.query.ChunkReader;
import dev.arag.solr.internal.query.HitSlice;
import dev.arag.solr.internal.query.QueryEmbedder;
import dev.arag.solr.internal.query.SearchRunner;
import dev.arag.solr.internal.query.SolrCatalogue;
import dev.arag.solr.internal.query.SolrKeywordSearch;
import dev.arag.solr.internal.query.SolrSemanticSearch;
import dev.arag.solr.internal.query.View;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The documents in a Solr collection, as {@link SolrIndex} writes them. Each call sees the state
 * that was published last; a {@link #snapshot} keeps seeing the same state until it expires.
 * Searches are exact: the hits and scores are those of an index on one machine with the same chunks
 * and vectors, unless {@link Builder#approximate} is set. A semantic search can request at most
 * about 6,600 hits and a keyword search at most 20,000, including skipped hits ({@code offset +
 * topK}); a search for more throws a {@link dev.arag.core.error.CorpusException}. The collection
 * must stay open. Thread-safe.
 *
 * <p>Every method can throw an {@link dev.arag.core.error.IndexNotFoundException} if the collection
 * does not exist or contains nothing, and a {@link dev.arag.core.error.CorpusException} if the
 * response of the cluster is not complete. A result never lacks hits because a part of the cluster
 * does not respond. The methods of a snapshot can throw a {@link SnapshotExpiredException}.
 */
public final class SolrCorpus implements Catalogue, MeanSearch {
  private final QueryEmbedder queryEmbedder;
  private final int neighbors;
  private final SearchRunner runner;
  private final Scope scope;
  private final boolean ignoresRights;

  private SolrCorpus(
      QueryEmbedder queryEmbedder,
      int neighbors,
      SearchRunner runner,
      Scope scope,
      boolean ignoresRights) {
    this.queryEmbedder = queryEmbedder;
    this.neighbors = neighbors;
    this.runner = runner;
    this.scope = scope;
    this.ignoresRights = ignoresRights;
  }

  private SolrCorpus with(int newNeighbors, SearchRunner newRunner, Scope newScope) {
    return new SolrCorpus(queryEmbedder, newNeighbors, newRunner, newScope, ignoresRights);
  }

  /**
   * Opens a collection for keyword search and reading. Every semantic search throws a {@link
   * dev.arag.core.error.CorpusException}.
   */
  public static SolrCorpus open(SolrCollection collection) {
    return builder(collection).open();
  }

  /**
   * Opens a collection.
   *
   * @param embedder the embedder that created the vectors; the caller closes it
   * @throws dev.arag.core.error.EmbedderMismatchException if another embedder created the vectors
   */
  public static SolrCorpus open(SolrCollection collection, Embedder embedder) {
    return builder(collection).embedder(embedder).open();
  }

  /** Returns a builder for options other than the defaults. */
  public static Builder builder(SolrCollection collection) {
    return new Builder(requireNonNull(collection, "collection"));
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    requireNonNull(query, "query");
    HitSlice slice = new HitSlice(topK, offset);
    return run(view -> SolrKeywordSearch.search(view, query, slice.topK(), slice.offset()));
  }

  /**
   * {@inheritDoc}
   *
   * @throws dev.arag.core.error.NotIndexedException if the collection has no vectors
   * @throws dev.arag.core.error.EmbedderMismatchException if another embedder created the vectors
   */
  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    requireNonNull(query, "query");
    HitSlice slice = new HitSlice(topK, offset);
    return run(view -> search(view, query, List.of(query), slice));
  }

  /** {@inheritDoc} All searches see the same state. */
  @Override
  public List<List<SemanticHit>> semanticSearchAll(
      List<SemanticQuery> queries, int topK, int offset) {
    requireNonNull(queries, "queries").forEach(query -> requireNonNull(query, "query"));
    HitSlice slice = new HitSlice(topK, offset);
    return run(
        view -> queries.stream().map(query -> search(view, query, List.of(query), slice)).toList());
  }

  @Override
  public Optional<MeanSearch> meanSearch() {
    return Optional.of(this);
  }

  @Override
  public List<SemanticHit> semanticSearch(
      List<String> texts, RankingRules rules, int topK, int offset) {
    List<SemanticQuery> queries = SemanticQuery.all(texts, rules);
    HitSlice slice = new HitSlice(topK, offset);
    return run(view -> search(view, queries.get(0), queries, slice));
  }

  private List<SemanticHit> search(
      View view, SemanticQuery query, List<SemanticQuery> texts, HitSlice slice) {
    Embedder embedder = queryEmbedder.of(view.state());
    Embedding vector =
        Embedding.mean(
            texts.stream().map(text -> EmbedderCheck.embedQuery(embedder, text.text())).toList());
    SolrSemanticSearch search = new SolrSemanticSearch(view, query, vector, slice);
    return neighbors > 0 ? search.approximate(neighbors) : search.exact();
  }

  /** {@inheritDoc} The ranking is exact even if searches are approximate. */
  @Override
  public List<SemanticHit> rank(SemanticQuery query, Collection<ChunkId> chunks) {
    return neighbors > 0
        ? with(0, runner, scope).rank(query, chunks)
        : Catalogue.super.rank(query, chunks);
  }

  @Override
  public OptionalDouble weakBelow() {
    return queryEmbedder.weakBelow();
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    Set<ChunkId> distinct = new LinkedHashSet<>(requireNonNull(ids, "ids"));
    distinct.forEach(id -> requireNonNull(id, "id"));
    return run(view -> new ChunkReader(view).read(distinct));
  }

  @Override
  public List<CatalogueEntry> documents(Slice slice) {
    requireNonNull(slice, "slice");
    return run(view -> new SolrCatalogue(view).entries(slice));
  }

  @Override
  public List<Chunk> chunksOf(String documentId) {
    requireNonNull(documentId, "documentId");
    return run(view -> new ChunkReader(view).chunksOf(documentId));
  }

  /** {@inheritDoc} A document without chunks has an empty text. */
  @Override
  public Optional<Document> document(String documentId) {
    requireNonNull(documentId, "documentId");
    return run(
        view ->
            with(neighbors, SearchRunner.of(view), scope)
                .joinedDocument(documentId)
                .or(() -> new SolrCatalogue(view).emptyDocument(documentId)));
  }

  private Optional<Document> joinedDocument(String documentId) {
    return Catalogue.super.document(documentId);
  }

  @Override
  public SolrCorpus within(Scope narrower) {
    return with(neighbors, runner, scope.and(requireNonNull(narrower, "scope")));
  }

  /**
   * {@inheritDoc}
   *
   * <p>A snapshot expires after a purge, after the {@linkplain SolrIndex.Builder#retention
   * retention} of the writer, and if the collection is created again. Its methods then throw a
   * {@link SnapshotExpiredException}.
   */
  @Override
  public SolrCorpus snapshot() {
    return with(neighbors, runner.fix(), scope);
  }

  /** Whether the collection was created with {@link SolrIndex.Builder#rights}. */
  @Override
  public boolean hasRights() {
    return !ignoresRights && runner.state().settings().hasRights();
  }

  private <T> T run(Function<View, T> search) {
    return runner.run(scope, ignoresRights, search);
  }

  /** Options for a corpus. */
  public static final class Builder {
    private static final int MAX_NEIGHBORS = 10_000;

    private final SolrCollection collection;
    private @Nullable Embedder embedder;
    private int neighbors;
    private boolean ignoresRights;

    private Builder(SolrCollection collection) {
      this.collection = collection;
    }

    /** Sets the embedder of the queries. The caller closes it. Default: no semantic search. */
    public Builder embedder(Embedder embedder) {
      this.embedder = requireNonNull(embedder, "embedder");
      return this;
    }

    /**
     * Lets semantic searches use Solr's approximate search for nearest neighbors. This is faster in
     * a large collection, but not exact: a search may miss hits, and there are fewer hits than
     * requested if the sentences found belong to few chunks. Scores are exact. Default: exact
     * searches.
     *
     * @param neighborsPerShard the number of sentences that each shard finds, 1 to 10,000; a search
     *     that needs more sentences for its hits requests more
     */
    public Builder approximate(int neighborsPerShard) {
      if (neighborsPerShard < 1 || neighborsPerShard > MAX_NEIGHBORS) {
        throw new IllegalArgumentException(
            "neighborsPerShard must be 1 to " + MAX_NEIGHBORS + ", was " + neighborsPerShard);
      }
      this.neighbors = neighborsPerShard;
      return this;
    }

    /**
     * Opens all documents of a collection with rights, whoever may read them, for programs that
     * maintain the collection. Never show their text to a reader or pass this corpus to an agent.
     * Default: the corpus contains only documents that a {@link Scope#readableBy} allows.
     */
    public Builder ignoringRights() {
      this.ignoresRights = true;
      return this;
    }

    /**
     * Opens the collection.
     *
     * @throws dev.arag.core.error.IndexNotFoundException if the collection does not exist or
     *     contains nothing
     * @throws dev.arag.core.error.IndexVersionException if it has another format
     * @throws dev.arag.core.error.EmbedderMismatchException if another embedder created the vectors
     */
    public SolrCorpus open() {
      CollectionClient client = new CollectionClient(collection.client(), collection.name());
      SearchRunner runner = SearchRunner.current(client, SnapshotExpiredException::new);
      QueryEmbedder queryEmbedder = new QueryEmbedder(collection.name(), embedder);
      queryEmbedder.requireSame(runner.state());
      return new SolrCorpus(queryEmbedder, neighbors, runner, Scope.everything(), ignoresRights);
    }
  }
}
