/**
 * Makes the text of a document of the lines of its pages: without running lines, with headings from
 * bookmarks and from positions, and with the properties of the file. This package never opens a
 * file.
 */
@NullMarked
package dev.arag.pdf.internal.text;

import org.jspecify.annotations.NullMarked;
