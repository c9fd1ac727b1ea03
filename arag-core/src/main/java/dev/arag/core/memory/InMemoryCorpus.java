package dev.arag.core.memory;

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
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.internal.corpus.MetadataValues;
import dev.arag.core.internal.corpus.PlainChunk;
import dev.arag.core.internal.text.DocumentTitleLine;
import dev.arag.core.spi.SemanticRanking;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.CorpusOrder;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A corpus in memory that evaluates the ranking formulas directly, without an index. It is used in
 * unit tests and as the reference implementation that other corpora are compared with. It uses no
 * native code and no files. Immutable. The caller is responsible for closing the embedder.
 *
 * <p>Only {@link #ofSources} gives documents a source. No {@link Scope#source} allows a document
 * without a source, and the negation of each allows it. The corpus has no rights of its own: only a
 * {@link Scope#readableBy} tests the principals of documents.
 */
public final class InMemoryCorpus implements Catalogue, MeanSearch {
  private final List<Chunk> chunks;
  private final Map<ChunkId, Chunk> byId;
  private final Map<String, Origin> origins;
  private final Vectors vectors;

  /** What scopes test of a document beside its metadata. */
  private record Origin(@Nullable String source, Set<String> readableBy) {
    static final Origin NONE = new Origin(null, Set.of());
  }

  /**
   * @param origins the origin of each document, by document id
   */
  private InMemoryCorpus(List<Chunk> chunks, Map<String, Origin> origins, Vectors vectors) {
    this.chunks = chunks;
    this.byId = index(chunks);
    this.origins = origins;
    this.vectors = vectors;
  }

  /**
   * Creates a corpus with a {@link HashEmbedder} and one chunk per document. The id of each chunk
   * is the document id.
   *
   * @throws IllegalArgumentException if two documents have the same id
   */
  public static InMemoryCorpus of(Document... documents) {
    return of(new HashEmbedder(), Arrays.asList(requireNonNull(documents, "documents")));
  }

  /**
   * Creates a corpus with one chunk per document. The id of each chunk is the document id.
   *
   * @param embedder the embedder; it is not called before the first semantic search
   * @throws IllegalArgumentException if two documents have the same id
   */
  public static InMemoryCorpus of(Embedder embedder, Collection<Document> documents) {
    requireNonNull(embedder, "embedder");
    requireNonNull(documents, "documents");
    Map<String, Origin> origins = new HashMap<>();
    documents.forEach(each -> origins.put(each.id(), new Origin(null, each.readableBy())));
    return of(embedder, documents.stream().map(PlainChunk::of).toList(), origins);
  }

  /**
   * Creates a corpus of the documents of several sources, with one chunk per document. The id of
   * each chunk is the document id.
   *
   * @param embedder the embedder; it is not called before the first semantic search
   * @param sources the documents by the name of their source
   * @throws IllegalArgumentException if two documents have the same id
   */
  public static InMemoryCorpus ofSources(Embedder embedder, Map<String, List<Document>> sources) {
    requireNonNull(embedder, "embedder");
    requireNonNull(sources, "sources");
    Map<String, Origin> origins = new HashMap<>();
    List<Chunk> chunks = new ArrayList<>();
    sources.forEach(
        (name, documents) -> {
          MetadataValues.requireText("source", name);
          documents.forEach(each -> origins.put(each.id(), new Origin(name, each.readableBy())));
          documents.forEach(document -> chunks.add(PlainChunk.of(document)));
        });
    return of(embedder, chunks, origins);
  }

  /**
   * Creates a corpus of the given chunks.
   *
   * @param embedder the embedder; it is not called before the first semantic search
   * @throws IllegalArgumentException if two chunks have the same id
   */
  public static InMemoryCorpus ofChunks(Embedder embedder, Collection<Chunk> chunks) {
    requireNonNull(embedder, "embedder");
    requireNonNull(chunks, "chunks");
    return of(embedder, chunks, Map.of());
  }

  private static InMemoryCorpus of(
      Embedder embedder, Collection<Chunk> chunks, Map<String, Origin> origins) {
    List<Chunk> ordered = new ArrayList<>(chunks);
    ordered.sort(Comparator.comparing(Chunk::location, CorpusOrder.BY_LOCATION));
    return new InMemoryCorpus(ordered, origins, new Vectors(embedder, ordered));
  }

  private static Map<ChunkId, Chunk> index(List<Chunk> chunks) {
    Map<ChunkId, Chunk> byId = new HashMap<>();
    for (Chunk chunk : chunks) {
      Chunk other = byId.put(chunk.id(), chunk);
      if (other != null) {
        throw new IllegalArgumentException(
            "Two chunks have the id "
                + chunk.id()
                + ": "
                + other.location()
                + " and "
                + chunk.location());
      }
    }
    return byId;
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    requireNonNull(query, "query");
    KeywordHits hits = rank(query, topK, offset);
    Set<String> missing = hits.withoutHit();
    return missing.isEmpty() ? hits : rank(query.withoutDiacritics(missing), topK, offset);
  }

  private KeywordHits rank(KeywordQuery query, int topK, int offset) {
    return KeywordHits.rank(
        query,
        chunks.size(),
        chunks.stream().flatMap(chunk -> query.match(chunk).stream()),
        topK,
        offset);
  }

  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    requireNonNull(query, "query");
    return semanticSearch(query, List.of(query.text()), topK, offset);
  }

  @Override
  public Optional<MeanSearch> meanSearch() {
    return Optional.of(this);
  }

  @Override
  public List<SemanticHit> semanticSearch(
      List<String> texts, RankingRules rules, int topK, int offset) {
    List<SemanticQuery> queries = SemanticQuery.all(texts, rules);
    return semanticSearch(
        queries.get(0), queries.stream().map(SemanticQuery::text).toList(), topK, offset);
  }

  private List<SemanticHit> semanticSearch(
      SemanticQuery query, List<String> texts, int topK, int offset) {
    SemanticRanking ranking = new SemanticRanking(query, topK, offset);
    for (ScoredSentence near : nearest(texts)) {
      if (!ranking.add(near.chunk(), near.hit())) {
        break;
      }
    }
    return ranking.hits();
  }

  @Override
  public OptionalDouble weakBelow() {
    return vectors.embedder.weakBelow();
  }

  private record ScoredSentence(Chunk chunk, SentenceHit hit) {}

  /**
   * All sentences, best first. The sort is stable, so sentences with equal scores stay in corpus
   * order and text order.
   */
  private List<ScoredSentence> nearest(List<String> texts) {
    Embedding embeddedQuery =
        Embedding.mean(texts.stream().map(vectors.embedder::embedQuery).toList());
    List<ScoredSentence> all = new ArrayList<>();
    for (Chunk chunk : chunks) {
      List<Embedding> embeddings = vectors.of(chunk);
      for (int i = 0; i < embeddings.size(); i++) {
        float score = embeddedQuery.dot(embeddings.get(i));
        all.add(new ScoredSentence(chunk, new SentenceHit(chunk.sentences().get(i), score)));
      }
    }
    all.sort(Comparator.comparingDouble((ScoredSentence near) -> near.hit().score()).reversed());
    return all;
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    requireNonNull(ids, "ids").forEach(id -> requireNonNull(id, "id"));
    return new LinkedHashSet<>(ids).stream().map(byId::get).filter(Objects::nonNull).toList();
  }

  @Override
  public List<CatalogueEntry> documents(Slice slice) {
    requireNonNull(slice, "slice");
    return chunks.stream()
        .map(chunk -> chunk.location().documentId())
        .distinct()
        .skip(slice.offset())
        .limit(slice.size())
        .map(id -> entry(id, chunksOf(id)))
        .toList();
  }

  private CatalogueEntry entry(String id, List<Chunk> of) {
    Location first = of.get(0).location();
    long characters = of.stream().mapToLong(DocumentTitleLine::lengthWithoutLine).sum();
    return new CatalogueEntry(
        id, origin(id).source(), first.title(), first.metadata(), characters, of.size());
  }

  @Override
  public List<Chunk> chunksOf(String documentId) {
    requireNonNull(documentId, "documentId");
    return chunks.stream()
        .filter(chunk -> chunk.location().documentId().equals(documentId))
        .toList();
  }

  @Override
  public Catalogue within(Scope scope) {
    requireNonNull(scope, "scope");
    List<Chunk> allowed =
        chunks.stream()
            .filter(
                chunk -> {
                  Origin origin = origin(chunk.location().documentId());
                  return scope.allows(chunk, origin.source(), origin.readableBy());
                })
            .toList();
    return new InMemoryCorpus(allowed, origins, vectors);
  }

  private Origin origin(String documentId) {
    return origins.getOrDefault(documentId, Origin.NONE);
  }

  /** The embeddings of all sentences, computed on first use and shared by all scopes. */
  private static final class Vectors {
    private final Embedder embedder;
    private final List<Chunk> chunks;
    private Map<ChunkId, List<Embedding>> byChunk = Map.of();

    Vectors(Embedder embedder, List<Chunk> chunks) {
      this.embedder = embedder;
      this.chunks = chunks;
    }

    synchronized List<Embedding> of(Chunk chunk) {
      if (byChunk.isEmpty()) {
        Map<ChunkId, List<Embedding>> all = new HashMap<>();
        chunks.forEach(each -> all.put(each.id(), embed(each)));
        byChunk = all;
      }
      return byChunk.getOrDefault(chunk.id(), List.of());
    }

    private List<Embedding> embed(Chunk chunk) {
      return embedder.embedSentences(
          chunk.sentences().stream().map(Sentence::embeddedText).toList());
    }
  }
}
