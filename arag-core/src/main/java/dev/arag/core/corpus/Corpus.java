package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.NotIndexedException;
import dev.arag.core.internal.corpus.Paging;
import dev.arag.core.internal.fold.InvisibleText;
import dev.arag.core.internal.query.RankFusion;
import dev.arag.core.spi.SemanticRanking;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Search and read access to the {@linkplain Chunk chunks} of a corpus: by keywords, by meaning or
 * by id. Hits are sorted best first; ties are broken by {@linkplain dev.arag.core.text.CorpusOrder
 * corpus order}. The searches are those of the <a href="https://arxiv.org/abs/2602.03442">A-RAG
 * paper</a>; the standard {@linkplain RankingRules ranking rules} differ from those of the paper.
 * Implementations are thread-safe and must pass the tests of {@code CorpusContract}, which is in
 * the tests jar of this module. A corpus that can list its documents implements {@link Catalogue}.
 * A chunk is in scope unless {@link #within} has excluded it.
 *
 * <p>Every method may throw {@link dev.arag.core.error.CorpusException} when the corpus cannot be
 * read, and {@link IllegalArgumentException} if an argument violates its documented constraints.
 */
public interface Corpus {
  /**
   * Finds chunks that contain at least one keyword literally. {@link KeywordHits#rank(KeywordQuery,
   * long, Stream, int, int)} defines the order of the hits. If a keyword has no hit, the search
   * ignores its accents, unless the ranking rules say otherwise.
   *
   * @param topK the maximum number of hits, at least 1
   * @param offset the number of best hits to skip, at least 0
   */
  KeywordHits keywordSearch(KeywordQuery query, int topK, int offset);

  /**
   * Calls {@link #keywordSearch(KeywordQuery, int, int)} with the standard ranking rules and offset
   * 0.
   */
  default KeywordHits keywordSearch(Collection<String> keywords, int topK) {
    requireNonNull(keywords, "keywords");
    return keywordSearch(KeywordQuery.of(keywords), topK, 0);
  }

  /**
   * Finds chunks by meaning: by the cosine similarity of the query and their sentences (A-RAG
   * paper, equation 3). {@link SemanticRanking} defines the order of the hits.
   *
   * @param topK the maximum number of hits, at least 1; each hit is a different chunk
   * @param offset the number of best chunks to skip, at least 0
   * @throws dev.arag.core.error.EmbeddingException if the query cannot be embedded
   */
  List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset);

  /**
   * Calls {@link #semanticSearch(SemanticQuery, int, int)} with the standard ranking rules and
   * offset 0.
   */
  default List<SemanticHit> semanticSearch(String query, int topK) {
    return semanticSearch(SemanticQuery.of(requireNonNull(query, "query")), topK, 0);
  }

  /**
   * Runs several semantic searches. The hits of each query are those that {@link
   * #semanticSearch(SemanticQuery, int, int)} returns. A corpus that scans every sentence should
   * override this method to scan once for all queries, which is much cheaper. The default
   * implementation runs one search per query.
   *
   * @param queries the queries; the list may be empty
   * @param topK the maximum number of hits per query, at least 1
   * @param offset the number of best chunks to skip for each query, at least 0
   * @return one list of hits per query, in the order of the queries
   */
  default List<List<SemanticHit>> semanticSearchAll(
      List<SemanticQuery> queries, int topK, int offset) {
    requireNonNull(queries, "queries").forEach(query -> requireNonNull(query, "query"));
    Paging.require(topK, offset);
    return queries.stream().map(query -> semanticSearch(query, topK, offset)).toList();
  }

  /**
   * Ranks given chunks by meaning. The hits are those of a semantic search within {@link
   * Scope#chunks(Collection)}. With the standard ranking rules, every given chunk in scope that has
   * a sentence is a hit.
   *
   * @param chunks the ids of the chunks in any order; the collection may be empty. Unknown ids and
   *     ids out of scope are ignored.
   * @return at most one hit for each chunk, best first
   * @throws dev.arag.core.error.EmbeddingException if the query cannot be embedded
   */
  default List<SemanticHit> rank(SemanticQuery query, Collection<ChunkId> chunks) {
    requireNonNull(query, "query");
    requireNonNull(chunks, "chunks").forEach(chunk -> requireNonNull(chunk, "chunk"));
    Set<ChunkId> distinct = new HashSet<>(chunks);
    return distinct.isEmpty()
        ? List.of()
        : within(Scope.chunks(distinct)).semanticSearch(query, distinct.size(), 0);
  }

  /**
   * Finds chunks for a text that a user typed into a search box: a question, words, or phrases in
   * double quotes. The ranks of a semantic search and of the keyword search for {@link
   * KeywordQuery#fromText} are fused, as the strategy {@code hybrid-rag} does. Each search
   * contributes its best {@code 3k} chunks. The score of a chunk is the sum of {@code 1 / (10 +
   * rank)} over the searches that found it, where the summand of the keyword search is multiplied
   * by the share of the keywords that the chunk contains; the first rank is 1. A chunk with two
   * words of a long question thus does not displace the best chunks by meaning, but a chunk with
   * all words counts in full. Chunks with equal scores are in the order of the semantic search.
   * Both searches see the same state of this corpus. If it stores no embeddings, all hits are
   * keyword hits.
   *
   * @param text any text; if it is blank, nothing is found
   * @param k the maximum number of hits, at least 1
   * @return hits of different chunks, best first; for a chunk that both searches found, the hit of
   *     the search that ranked it higher, or the semantic hit if the ranks are equal
   * @throws dev.arag.core.error.EmbeddingException if the text cannot be embedded
   */
  default List<Hit> search(String text, int k) {
    requireNonNull(text, "text");
    Paging.require(k, 0);
    if (InvisibleText.strip(text).isBlank()) {
      return List.of();
    }
    Corpus now = snapshot();
    int candidates = RankFusion.candidates(k);
    List<SemanticHit> byMeaning;
    try {
      byMeaning = now.semanticSearch(SemanticQuery.of(text), candidates, 0);
    } catch (NotIndexedException e) {
      byMeaning = List.of();
    }
    Optional<KeywordQuery> words = KeywordQuery.fromText(text);
    List<KeywordHit> byWords =
        words.map(query -> now.keywordSearch(query, candidates, 0).hits()).orElse(List.of());
    int count = words.map(query -> query.keywords().size()).orElse(0);
    return RankFusion.<Hit>hybrid(
        byMeaning,
        byWords,
        Hit::chunkId,
        hit -> hit instanceof KeywordHit found ? found.counts().size() / (double) count : 1,
        k);
  }

  /** The search by the mean vector of several texts; empty if this corpus does not support it. */
  default Optional<MeanSearch> meanSearch() {
    return Optional.empty();
  }

  /**
   * The {@link SemanticHit#score()} below which even the best hit is rarely relevant. Tools use
   * this threshold to label results as weak, never to remove them. The default implementation
   * returns empty, which means unknown.
   */
  default OptionalDouble weakBelow() {
    return OptionalDouble.empty();
  }

  /**
   * Reads chunks.
   *
   * @return the chunks in the order of {@code ids}, without duplicates; unknown ids and ids out of
   *     scope are omitted
   */
  List<Chunk> read(Collection<ChunkId> ids);

  /** Reads one chunk. Returns empty if the id is unknown or out of scope. */
  default Optional<Chunk> read(ChunkId id) {
    requireNonNull(id, "id");
    return read(List.of(id)).stream().findFirst();
  }

  /**
   * Returns the names and phrases in the sentences of this corpus, if it stores them, in its
   * current state and scope. The module {@code arag-graph} builds entity graphs from them. The
   * default implementation returns empty, which means that the corpus stores no mentions.
   */
  default Optional<MentionSource> mentions() {
    return Optional.empty();
  }

  /**
   * Returns a corpus that contains only the chunks of this corpus that a scope allows. If this
   * corpus is restricted already, both scopes apply. All counts and scores depend only on the
   * chunks in scope.
   */
  Corpus within(Scope scope);

  /**
   * Returns a corpus that contains what this corpus contains now, and does not change. The default
   * implementation returns this corpus, which is correct only for a corpus that never changes.
   */
  default Corpus snapshot() {
    return this;
  }
}
