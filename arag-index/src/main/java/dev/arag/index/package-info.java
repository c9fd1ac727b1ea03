/**
 * The entry point {@link dev.arag.index.Index}, which synchronizes a directory with sources and
 * searches it. File formats and ranking formulas are defined elsewhere.
 */
@NullMarked
package dev.arag.index;

import org.jspecify.annotations.NullMarked;
