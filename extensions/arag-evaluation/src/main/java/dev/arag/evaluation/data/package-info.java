/**
 * The data of an evaluation: questions, gold paragraphs, metrics, and the summary of all runs. This
 * package reads files of questions and paragraphs. It computes no metric.
 */
@NullMarked
package dev.arag.evaluation.data;

import org.jspecify.annotations.NullMarked;
