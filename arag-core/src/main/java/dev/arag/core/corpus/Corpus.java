package dev.arag.core.corpus;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Search and read access to the chunks of a corpus: by keywords, by meaning or by id. Hits are
 * sorted best first; ties are broken by corpus order (document id by code point, then ordinal).
 * Implementations are safe for use by several threads and pass {@code CorpusContract} in the tests
 * jar of this module.
 *
 * <p>Every method may throw {@link dev.arag.core.error.CorpusException} when the corpus cannot be
 * read, and {@link IllegalArgumentException} for arguments outside the stated bounds.
 */
public interface Corpus {
  /**
   * Finds chunks that contain keywords literally (A-RAG paper, equations 1 and 2).
   *
   * @param topK the maximum number of hits, at least 1
   * @param offset the number of best hits to skip, at least 0
   */
  KeywordHits keywordSearch(KeywordQuery query, int topK, int offset);

  /** {@link #keywordSearch(KeywordQuery, int, int)} with the default profile and offset 0. */
  default KeywordHits keywordSearch(Collection<String> keywords, int topK) {
    return keywordSearch(KeywordQuery.of(keywords), topK, 0);
  }

  /**
   * Finds chunks by meaning: compares the query with every sentence (A-RAG paper, equation 3).
   *
   * @param query not blank
   * @param topK the maximum number of distinct chunks, at least 1
   * @param offset the number of best chunks to skip, at least 0
   * @throws dev.arag.core.error.EmbeddingException if the query cannot be embedded
   */
  List<SemanticHit> semanticSearch(String query, int topK, int offset);

  /** {@link #semanticSearch(String, int, int)} with offset 0. */
  default List<SemanticHit> semanticSearch(String query, int topK) {
    return semanticSearch(query, topK, 0);
  }

  /**
   * Runs several semantic searches, each with the hits of {@link #semanticSearch(String, int,
   * int)}. A corpus that scans every sentence can scan once for all queries, which is much cheaper
   * than one scan per query. Default: one search per query.
   *
   * @param queries none blank; may be empty
   * @return one list of hits per query, in the order of the queries
   */
  default List<List<SemanticHit>> semanticSearchAll(List<String> queries, int topK, int offset) {
    return queries.stream().map(query -> semanticSearch(query, topK, offset)).toList();
  }

  /**
   * The semantic score below which even the best hit is rarely relevant. It only labels results and
   * never removes any. Default: unknown.
   */
  default OptionalDouble weakBelow() {
    return OptionalDouble.empty();
  }

  /**
   * Reads chunks.
   *
   * @return the chunks in the order of the ids, without duplicates; unknown ids and ids out of
   *     scope are both left out
   */
  List<Chunk> read(Collection<ChunkId> ids);

  /** Reads one chunk; empty if it is unknown or out of scope. */
  default Optional<Chunk> read(ChunkId id) {
    return read(List.of(id)).stream().findFirst();
  }

  /**
   * A view of this corpus restricted to a scope. Scopes only narrow: a view of a view contains what
   * both scopes allow. Counts, scores and rarity depend only on chunks in scope.
   */
  Corpus within(Scope scope);

  /**
   * A view of the current state, which later changes of the corpus do not affect. Default: this
   * corpus.
   */
  default Corpus snapshot() {
    return this;
  }
}
