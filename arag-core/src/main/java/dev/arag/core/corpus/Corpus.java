package dev.arag.core.corpus;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the tools and the agent read: chunks, found by words, by meaning, or by id. Hits come best
 * first; ties break in corpus order (document id by code point, then ordinal). Implementations are
 * safe for use by several threads, and pass {@code CorpusContract} of this module's tests jar.
 *
 * <p>Every method may throw {@link dev.arag.core.error.CorpusException} when the corpus cannot be
 * read, and {@link IllegalArgumentException} for arguments outside the stated bounds.
 */
public interface Corpus {
  /**
   * Finds chunks that contain keywords literally (A-RAG paper, equations 1 and 2).
   *
   * @param topK how many hits, at least 1
   * @param offset how many of the best to skip, at least 0
   */
  KeywordHits keywordSearch(KeywordQuery query, int topK, int offset);

  /**
   * {@link #keywordSearch(KeywordQuery, int, int)} in the default profile, from the best hit on.
   */
  default KeywordHits keywordSearch(Collection<String> keywords, int topK) {
    return keywordSearch(KeywordQuery.of(keywords), topK, 0);
  }

  /**
   * Finds chunks by meaning: the query against every sentence (equation 3).
   *
   * @param query not blank
   * @param topK how many distinct chunks, at least 1
   * @param offset how many of the best to skip, at least 0
   * @throws dev.arag.core.error.EmbeddingException if the query cannot be embedded
   */
  List<SemanticHit> semanticSearch(String query, int topK, int offset);

  /** {@link #semanticSearch(String, int, int)} from the best hit on. */
  default List<SemanticHit> semanticSearch(String query, int topK) {
    return semanticSearch(query, topK, 0);
  }

  /**
   * Several semantic searches at once, each with the hits of {@link #semanticSearch(String, int,
   * int)}. A corpus that looks at every sentence may do so once for many queries, which costs far
   * less than asking one by one; evaluations gain most. Default: one by one.
   *
   * @param queries none blank; may be empty
   * @return a list of hits for each query, in their order
   */
  default List<List<SemanticHit>> semanticSearchAll(List<String> queries, int topK, int offset) {
    return queries.stream().map(query -> semanticSearch(query, topK, offset)).toList();
  }

  /**
   * The score of a semantic search below which even the best hit rarely has to do with the query.
   * It marks results and never leaves any out. Default: not known.
   */
  default OptionalDouble weakBelow() {
    return OptionalDouble.empty();
  }

  /**
   * Reads chunks.
   *
   * @return the chunks in the order asked for, each once; ids that are unknown or out of scope are
   *     left out, alike
   */
  List<Chunk> read(Collection<ChunkId> ids);

  /** Reads one chunk; empty if it is unknown or out of scope. */
  default Optional<Chunk> read(ChunkId id) {
    return read(List.of(id)).stream().findFirst();
  }

  /**
   * This corpus seen through a scope. A view only narrows: a view of a view allows what both allow.
   * Counts, scores and rarity do not depend on what lies outside.
   */
  Corpus within(Scope scope);

  /** A view that does not change while this corpus may. Default: this corpus. */
  default Corpus snapshot() {
    return this;
  }
}
