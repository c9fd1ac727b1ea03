/**
 * Reads the pages, the bookmarks and the properties of an open PDF, and joins the lines of the
 * pages into the text of a document. This package never opens a file.
 */
@NullMarked
package dev.arag.pdf.internal.text;

import org.jspecify.annotations.NullMarked;
