/**
 * Sorts wrong answers by their most likely cause, from the trajectory and the texts or ids that
 * contain the answer.
 */
@NullMarked
package dev.arag.evaluation.triage;

import org.jspecify.annotations.NullMarked;
