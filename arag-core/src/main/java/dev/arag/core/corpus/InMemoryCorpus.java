package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
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
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A corpus in memory that evaluates the ranking formulas directly, without an index. It is used in
 * unit tests and as the reference implementation that other corpora are compared with. It uses no
 * native code and no files. Immutable. The caller is responsible for closing the embedder.
 */
public final class InMemoryCorpus implements Corpus {
  private final List<Chunk> chunks;
  private final Map<ChunkId, Chunk> byId;
  private final Vectors vectors;

  private InMemoryCorpus(List<Chunk> chunks, Vectors vectors) {
    this.chunks = chunks;
    this.byId = index(chunks);
    this.vectors = vectors;
  }

  /**
   * Creates a corpus with a {@link HashEmbedder} and one chunk per document. The id of each chunk
   * is the document id.
   */
  public static InMemoryCorpus of(Document... documents) {
    return of(new HashEmbedder(), Arrays.asList(requireNonNull(documents, "documents")));
  }

  /**
   * Creates a corpus with one chunk per document. The id of each chunk is the document id.
   *
   * @param embedder the embedder; it is not called before the first semantic search
   */
  public static InMemoryCorpus of(Embedder embedder, Collection<Document> documents) {
    requireNonNull(embedder, "embedder");
    requireNonNull(documents, "documents");
    return ofChunks(embedder, documents.stream().map(PlainChunk::of).toList());
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
    List<Chunk> ordered = new ArrayList<>(chunks);
    ordered.sort(Comparator.comparing(Chunk::location, CorpusOrder.BY_LOCATION));
    return new InMemoryCorpus(ordered, new Vectors(embedder, ordered));
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
  public List<SemanticHit> semanticSearch(String query, int topK, int offset) {
    requireNonNull(query, "query");
    if (query.isBlank()) {
      throw new IllegalArgumentException("The query must not be blank.");
    }
    SemanticRanking ranking = new SemanticRanking(topK, offset);
    for (ScoredSentence near : nearest(query)) {
      if (!ranking.add(near.chunk().id(), near.chunk().location(), near.hit())) {
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
  private List<ScoredSentence> nearest(String query) {
    Embedding embeddedQuery = vectors.embedder.embedQuery(query);
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
    requireNonNull(ids, "ids");
    return new LinkedHashSet<>(ids).stream().map(byId::get).filter(Objects::nonNull).toList();
  }

  @Override
  public Corpus within(Scope scope) {
    requireNonNull(scope, "scope");
    List<Chunk> allowed =
        chunks.stream().filter(chunk -> scope.allows(chunk.location().metadata())).toList();
    return new InMemoryCorpus(allowed, vectors);
  }

  /** The embeddings of all sentences, computed on first use and shared by all views. */
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
