/**
 * The runs, the progress and the report of a batch, and what its strategies and settings need of a
 * corpus. {@code Batch} executes a batch. This package computes no scores.
 */
@NullMarked
package dev.arag.evaluation.batch;

import org.jspecify.annotations.NullMarked;
