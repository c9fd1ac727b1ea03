package dev.arag.graph.entity;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import java.util.List;

/**
 * A chain of entities. Between two neighbors there is a chunk that mentions both.
 *
 * @param entities the entities of the chain, at least 2
 * @param steps the chunks, one fewer than the entities; step i connects entity i and entity i + 1
 */
public record GraphPath(List<Entity> entities, List<Step> steps) {
  public GraphPath {
    entities = List.copyOf(requireNonNull(entities, "entities"));
    steps = List.copyOf(requireNonNull(steps, "steps"));
    if (entities.size() != steps.size() + 1 || steps.isEmpty()) {
      throw new IllegalArgumentException(
          "A path needs at least one step, and one more entity than steps, but had "
              + entities.size()
              + " entities and "
              + steps.size()
              + " steps");
    }
  }

  /**
   * A chunk with a section that mentions two entities, in its sentences or in its heading.
   *
   * @param chunkId the id of the chunk
   * @param sentences one or two indexes in {@link dev.arag.core.text.Chunk#sentences()}, ascending:
   *     the first sentence about both entities, or else the first about each
   */
  public record Step(ChunkId chunkId, List<Integer> sentences) {
    public Step {
      requireNonNull(chunkId, "chunkId");
      sentences = List.copyOf(requireNonNull(sentences, "sentences"));
    }
  }
}
