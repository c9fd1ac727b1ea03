/** Sorts wrong answers by their most likely cause, from the trajectory and the gold support ids. */
@NullMarked
package dev.arag.evaluation.triage;

import org.jspecify.annotations.NullMarked;
