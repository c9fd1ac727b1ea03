package dev.arag.graph.entity;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import java.util.List;

/**
 * The chunks that are connected with a question through entities.
 *
 * @param hits the chunks, best first; ties are broken by corpus order
 * @param seeds the entities that the ranking started from. Entities that very many chunks mention
 *     are left out. If the list is empty, the hits are those of a semantic search for the question.
 * @param unknown the names given to {@link EntityGraph#rank} for which no entity in scope was found
 * @param isTruncated whether the ranking reached its limit of 200,000 connections, so that chunks
 *     far from the seeds were left out
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
   * @param score the PageRank of the chunk, or the score of the semantic search if there are no
   *     seeds; comparable only within one ranking
   * @param links the sentences that explain the rank, in text order: up to 3 that mention entities
   *     of the ranking, or else the one that is most similar to the question
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
   * @param entities the entities that the sentence or its heading mentions, of those that the
   *     ranking reached; empty if there are none
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
