/**
 * Writes the report of an evaluation: {@code summary.json}, a self-contained web page, and one page
 * for each run. This package computes no metric, calls no model and opens no connection.
 */
@NullMarked
package dev.arag.evaluation.internal.report;

import org.jspecify.annotations.NullMarked;
