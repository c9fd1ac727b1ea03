/**
 * The data of an evaluation: questions, rows of result files, the scores of one row and the summary
 * of all rows. This package reads and writes files. It computes no metric.
 */
@NullMarked
package dev.arag.evaluation.data;

import org.jspecify.annotations.NullMarked;
