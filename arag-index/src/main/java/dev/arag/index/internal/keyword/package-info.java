/**
 * The keywords file, which stores folded texts and their words, and its search. The {@code
 * arag-core} module defines what counts as a match.
 */
@NullMarked
package dev.arag.index.internal.keyword;

import org.jspecify.annotations.NullMarked;
