package dev.arag.knowledge.internal.hippo;

import dev.arag.knowledge.internal.store.Fact;

/**
 * A fact and its similarity to the question.
 *
 * @param score from 0 (the least similar candidate) to 1
 */
record ScoredFact(Fact fact, double score) {}
