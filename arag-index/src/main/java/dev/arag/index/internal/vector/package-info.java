/**
 * The vectors file, which stores sentence vectors: its layout, its writer, and the scan that scores
 * rows. It does not interpret the meaning of rows.
 */
@NullMarked
package dev.arag.index.internal.vector;

import org.jspecify.annotations.NullMarked;
