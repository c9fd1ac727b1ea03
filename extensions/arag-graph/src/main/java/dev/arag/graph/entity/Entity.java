package dev.arag.graph.entity;

import static java.util.Objects.requireNonNull;

/**
 * An entity that the chunks of a corpus mention: a name or phrase.
 *
 * @param key the normalized name, without differences of case, which identifies the entity
 * @param name the name in one of the spellings of the corpus
 * @param chunks the number of chunks in scope that mention the entity, at least 1
 */
public record Entity(String key, String name, int chunks) {
  public Entity {
    requireNonNull(key, "key");
    requireNonNull(name, "name");
    if (chunks < 1) {
      throw new IllegalArgumentException("chunks must be >= 1, was " + chunks + " (" + key + ")");
    }
  }
}
