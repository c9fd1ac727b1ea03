/** Queries for exact text, such as words near each other or regular expressions, and results. */
@NullMarked
package dev.arag.core.find;

import org.jspecify.annotations.NullMarked;
