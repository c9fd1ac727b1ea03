/**
 * Summarizes the scores of questions: means, intervals and paired tests. The question is the
 * statistical unit: several runs of one question are averaged first. All random numbers come from a
 * given seed.
 */
@NullMarked
package dev.arag.evaluation.internal.statistics;

import org.jspecify.annotations.NullMarked;
