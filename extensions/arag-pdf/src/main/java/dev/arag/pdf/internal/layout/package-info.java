/**
 * What is where on a page: words, lines and drawn rules with their positions. This package reads
 * pages; it makes no text of them.
 */
@NullMarked
package dev.arag.pdf.internal.layout;

import org.jspecify.annotations.NullMarked;
