/**
 * Metrics of one question: retrieval, citations and cost. Every metric is a function of the
 * question and of its result row. This package calls no model.
 */
@NullMarked
package dev.arag.evaluation.internal.metric;

import org.jspecify.annotations.NullMarked;
