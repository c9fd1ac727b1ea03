/**
 * PDF files into documents, through PDFBox, an optional library. Only text is read: no image is
 * decoded, no script or embedded file looked at, no file or connection opened, no font of the
 * system used.
 */
@NullMarked
package dev.arag.pdf;

import org.jspecify.annotations.NullMarked;
