/**
 * Finds tables among the lines of a page, from the positions of words. This package makes no text
 * of them.
 */
@NullMarked
package dev.arag.pdf.internal.table;

import org.jspecify.annotations.NullMarked;
