/**
 * Sentence vectors on disk and the scan over them: the layout of the vectors file, its writer, its
 * scores. It does not know what a row stands for.
 */
@NullMarked
package dev.arag.index.internal.vector;

import org.jspecify.annotations.NullMarked;
