/**
 * For authors of strategies that rank chunks with a graph: a weighted graph, Personalized PageRank,
 * and the similarities of a question with the sentences of a corpus. This package calls no model.
 */
@NullMarked
package dev.arag.graph.spi;

import org.jspecify.annotations.NullMarked;
