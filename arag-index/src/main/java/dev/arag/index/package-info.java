/**
 * Contains the entry point {@link dev.arag.index.Index}, which keeps an index in sync with its
 * sources and searches it. This package never defines file formats or ranking formulas.
 */
@NullMarked
package dev.arag.index;

import org.jspecify.annotations.NullMarked;
