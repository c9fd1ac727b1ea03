/**
 * Measures rankings of a corpus without an agent, on folders in the layout of BEIR. Measures are
 * those of trec_eval. This package builds no index: the caller indexes the documents.
 */
@NullMarked
package dev.arag.evaluation.retrieval;

import org.jspecify.annotations.NullMarked;
