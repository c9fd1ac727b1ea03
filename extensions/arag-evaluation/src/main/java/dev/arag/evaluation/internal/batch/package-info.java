/** Executes the runs of a batch, and writes the results folder. This package computes no scores. */
@NullMarked
package dev.arag.evaluation.internal.batch;

import org.jspecify.annotations.NullMarked;
