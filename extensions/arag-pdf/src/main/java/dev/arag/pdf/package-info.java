/**
 * Parses PDF files and draws their pages with PDFBox, an optional dependency. Text is read without
 * decoding images. This package runs no scripts, reads no embedded files, opens no other files and
 * no connections, and uses no system fonts.
 */
@NullMarked
package dev.arag.pdf;

import org.jspecify.annotations.NullMarked;
