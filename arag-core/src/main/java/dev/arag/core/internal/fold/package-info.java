/**
 * Case folding and character classes from the tables of one Unicode version, the same on every JDK.
 * Knows nothing of chunks or queries.
 */
@NullMarked
package dev.arag.core.internal.fold;

import org.jspecify.annotations.NullMarked;
