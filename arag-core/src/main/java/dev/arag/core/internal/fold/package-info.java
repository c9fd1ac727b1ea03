/**
 * Folds text, maps offsets of folded text to the source text, and classifies code points. All data
 * comes from tables of one pinned Unicode version, so that searches, indexes and citation checks
 * give the same results on every JDK. This package does not split or rank text and does not change
 * stored text.
 */
@NullMarked
package dev.arag.core.internal.fold;

import org.jspecify.annotations.NullMarked;
