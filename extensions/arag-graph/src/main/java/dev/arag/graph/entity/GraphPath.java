package dev.arag.graph.entity;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import java.util.List;

/**
 * A chain of entities in which each chunk connects two neighbors.
 *
 * @param entities the entities from the first name to the second, at least 2
 * @param steps the chunks; step i connects the entities i and i + 1
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
   * A chunk that mentions two entities in one section.
   *
   * @param chunkId the id of the chunk
   * @param sentences the indexes of the sentences that mention the entities, in text order; one if
   *     a sentence mentions both
   */
  public record Step(ChunkId chunkId, List<Integer> sentences) {
    public Step {
      requireNonNull(chunkId, "chunkId");
      sentences = List.copyOf(requireNonNull(sentences, "sentences"));
    }
  }
}
