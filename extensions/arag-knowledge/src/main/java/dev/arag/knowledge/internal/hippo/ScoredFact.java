package dev.arag.knowledge.internal.hippo;

import dev.arag.knowledge.internal.store.Fact;

/**
 * A fact and its similarity to the question.
 *
 * @param score relative to the most similar fact, from 0 to 1
 */
record ScoredFact(Fact fact, double score) {}
