/**
 * The entry point: {@link dev.arag.index.Index}, a directory that is synchronized with its sources
 * and searched. File formats and ranking formulas live elsewhere.
 */
@NullMarked
package dev.arag.index;

import org.jspecify.annotations.NullMarked;
