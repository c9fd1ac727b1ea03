/**
 * The layout, writer and search of the keywords file, which stores folded texts. The {@code
 * arag-core} module defines what counts as a match.
 */
@NullMarked
package dev.arag.index.internal.keyword;

import org.jspecify.annotations.NullMarked;
