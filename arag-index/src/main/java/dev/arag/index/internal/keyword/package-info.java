/**
 * Folded texts on disk and the scan over them: the layout of the keywords file, its writer, its
 * search. What counts as a match is the core's business.
 */
@NullMarked
package dev.arag.index.internal.keyword;

import org.jspecify.annotations.NullMarked;
