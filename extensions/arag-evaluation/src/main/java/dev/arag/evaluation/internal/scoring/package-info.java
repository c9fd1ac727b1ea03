/**
 * Scores the rows of results files with all metrics, and sorts wrong answers by their most likely
 * cause, from the trajectory and the texts or ids that contain the answer.
 */
@NullMarked
package dev.arag.evaluation.internal.scoring;

import org.jspecify.annotations.NullMarked;
