/** Means, intervals and paired tests over questions. All random numbers come from a given seed. */
@NullMarked
package dev.arag.evaluation.statistics;

import org.jspecify.annotations.NullMarked;
