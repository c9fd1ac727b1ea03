/** Scores the rows of results files with all metrics. This package calls no model. */
@NullMarked
package dev.arag.evaluation.scoring;

import org.jspecify.annotations.NullMarked;
