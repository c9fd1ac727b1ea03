/**
 * The runs, the progress and the report of a batch, and the gold chunks and chunk vectors that some
 * batches need. {@code Batch} executes a batch. This package computes no scores.
 */
@NullMarked
package dev.arag.evaluation.batch;

import org.jspecify.annotations.NullMarked;
