package dev.arag.graph.entity;

import java.util.List;
import java.util.Optional;

/**
 * The graph of entities and the chunks that mention them. It finds entities in a text, and ranks
 * chunks by their connections through entities. A graph represents one unchanging state of a
 * corpus, restricted to the scope of the corpus; documents out of scope affect no result.
 * Implementations are thread-safe.
 *
 * <p>Every method may throw {@link dev.arag.core.error.CorpusException} when the corpus cannot be
 * read.
 */
public interface EntityGraph {
  /**
   * Finds the entities that a text names, in the first 500 words of the text. If names overlap,
   * only the longest is used.
   *
   * @param text any text, such as a question
   * @param limit the maximum number of entities, at least 1; the names with most words are kept
   * @return the entities in the order in which the text names them, without duplicates
   */
  List<Entity> find(String text, int limit);

  /**
   * Ranks the chunks that are connected with a question through entities. The ranking starts from
   * at most 16 entities.
   *
   * @param question a question or a part of one, not blank
   * @param entities the names of the entities to start from; empty to start from those that the
   *     question names. If the corpus has no entity with exactly this name, the entities inside the
   *     name, or else those with similar names, are used
   * @param topK the maximum number of hits, at least 1
   */
  GraphRanking rank(String question, List<String> entities, int topK);

  /**
   * Finds a shortest chain of chunks that connects two entities. Two neighbors in the chain mention
   * the same entity. Of several shortest chains, the first in corpus order is returned.
   *
   * @param from the name of the first entity, resolved as in {@link #rank}
   * @param to the name of the last entity
   * @return the chain; empty if there is none, if a name is unknown, or if the search followed
   *     200,000 connections without finding one
   */
  Optional<GraphPath> path(String from, String to);
}
