package dev.arag.graph;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.NotIndexedException;
import dev.arag.graph.internal.rank.MentionGraph;
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
   * Returns the graph of the current state of a corpus, in its scope. It is computed for each call
   * from the {@linkplain Corpus#mentions() mentions} of the corpus, so this method costs nothing.
   *
   * @throws NotIndexedException if the corpus stores no mentions
   */
  static EntityGraph of(Corpus corpus) {
    return requireNonNull(corpus, "corpus")
        .mentions()
        .map(MentionGraph::new)
        .orElseThrow(
            () ->
                new NotIndexedException(
                    "The corpus has no entity graph. An index in a directory has one if it was"
                        + " created with Index.builder(directory).mentions(...). A collection in"
                        + " Solr has none."));
  }

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
