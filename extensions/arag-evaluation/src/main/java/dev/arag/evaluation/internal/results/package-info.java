/** Reads results folders, and scores all their rows. */
@NullMarked
package dev.arag.evaluation.internal.results;

import org.jspecify.annotations.NullMarked;
