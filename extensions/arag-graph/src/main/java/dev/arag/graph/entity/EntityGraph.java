package dev.arag.graph.entity;

import java.util.List;
import java.util.Optional;

/**
 * Finds entities, and ranks chunks along the mentions that connect them. A graph shows one
 * unchanging state of a corpus through one scope: nothing out of scope affects any result.
 * Implementations are thread-safe.
 *
 * <p>Every method may throw {@link dev.arag.core.error.CorpusException} when the corpus cannot be
 * read.
 */
public interface EntityGraph {
  /**
   * Finds the entities that a text names. Of names that overlap, only the longest counts.
   *
   * @param text any text, such as a question
   * @param limit the maximum number of entities, at least 1; the longest names are kept
   * @return the entities in the order of the text, without duplicates
   */
  List<Entity> find(String text, int limit);

  /**
   * Ranks the chunks that are connected with a question through entities.
   *
   * @param question a question or a part of one, not blank
   * @param entities names to start from; if the list is empty, the names in the question
   * @param topK the maximum number of hits, at least 1
   */
  GraphRanking rank(String question, List<String> entities, int topK);

  /**
   * Finds a shortest chain of chunks that connects two names: neighbors in the chain share a name.
   * Of several shortest chains, the first in corpus order is returned.
   *
   * @return the chain; empty if there is none, if a name is unknown, or if it was not found within
   *     the limit on the size of the search
   */
  Optional<GraphPath> path(String from, String to);
}
