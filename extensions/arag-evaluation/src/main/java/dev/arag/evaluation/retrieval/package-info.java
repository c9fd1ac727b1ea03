/**
 * Measures rankings of a corpus without an agent: of documents, on folders in the layout of BEIR
 * and with the measures of trec_eval, or of pages. This package builds no index: the caller indexes
 * the documents.
 */
@NullMarked
package dev.arag.evaluation.retrieval;

import org.jspecify.annotations.NullMarked;
