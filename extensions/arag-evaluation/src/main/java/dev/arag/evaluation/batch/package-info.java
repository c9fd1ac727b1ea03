/**
 * Batch runs: answers the questions of a file with one or more strategies and writes one line per
 * question to a results folder. A batch that was interrupted continues where it stopped. This
 * package computes no scores.
 */
@NullMarked
package dev.arag.evaluation.batch;

import org.jspecify.annotations.NullMarked;
