/**
 * Parses PDF files with PDFBox, an optional dependency. The parser reads text only: it decodes no
 * images, runs no scripts, reads no embedded files, opens no files or connections and uses no
 * system fonts.
 */
@NullMarked
package dev.arag.pdf;

import org.jspecify.annotations.NullMarked;
