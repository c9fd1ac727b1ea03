/**
 * Case folding and character classes from tables of one pinned Unicode version, so that searches,
 * indexes and citation checks give the same results on every JDK. This package folds text, maps
 * offsets of folded text to the source, and classifies code points. It never uses the character
 * data of the JDK, never splits or ranks text, and never changes stored text.
 */
@NullMarked
package dev.arag.core.internal.fold;

import org.jspecify.annotations.NullMarked;
