package dev.arag.graph.entity;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import java.util.List;

/**
 * The chunks that are connected with a question through entities.
 *
 * @param hits the chunks, best first; ties are broken by corpus order
 * @param seeds the entities that the ranking started from, without those that too many chunks
 *     mention. If the list is empty, the chunks are ranked by the search alone.
 * @param unknown the given names that no chunk in scope mentions
 * @param isTruncated whether the connected part of the graph exceeded the limit, so that chunks far
 *     from the seeds were left out
 */
public record GraphRanking(
    List<Hit> hits, List<Entity> seeds, List<String> unknown, boolean isTruncated) {
  public GraphRanking {
    hits = List.copyOf(requireNonNull(hits, "hits"));
    seeds = List.copyOf(requireNonNull(seeds, "seeds"));
    unknown = List.copyOf(requireNonNull(unknown, "unknown"));
  }

  /**
   * A ranked chunk.
   *
   * @param chunkId the id of the chunk
   * @param score the share of the random walk that ends in the chunk, or the score of the search if
   *     there are no seeds; comparable only within one ranking
   * @param links the sentences to show, in text order: those that mention the entities of the
   *     ranking, or the one closest to the question
   */
  public record Hit(ChunkId chunkId, double score, List<Link> links) {
    public Hit {
      requireNonNull(chunkId, "chunkId");
      links = List.copyOf(requireNonNull(links, "links"));
    }
  }

  /**
   * A sentence of a ranked chunk.
   *
   * @param sentence the index of the sentence in {@link dev.arag.core.text.Chunk#sentences()}
   * @param entities the entities of the ranking that the sentence or its heading mentions
   */
  public record Link(int sentence, List<Entity> entities) {
    public Link {
      if (sentence < 0) {
        throw new IllegalArgumentException("sentence must be >= 0, was " + sentence);
      }
      entities = List.copyOf(requireNonNull(entities, "entities"));
    }
  }
}
