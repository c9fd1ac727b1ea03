package dev.arag.knowledge.internal.hippo;

import dev.arag.core.text.ChunkId;
import dev.arag.knowledge.internal.store.Fact;

/**
 * A fact, how well it fits, and where it is stated.
 *
 * @param chunk a chunk that states the fact
 * @param score the higher, the better; comparable only within one list
 */
public record ScoredFact(Fact fact, ChunkId chunk, double score) {
  ScoredFact withScore(double newScore) {
    return new ScoredFact(fact, chunk, newScore);
  }
}
