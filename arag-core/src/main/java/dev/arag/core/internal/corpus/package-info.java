/**
 * Stored chunks in memory and the comparison of metadata values, for corpora. This package never
 * ranks hits.
 */
@NullMarked
package dev.arag.core.internal.corpus;

import org.jspecify.annotations.NullMarked;
