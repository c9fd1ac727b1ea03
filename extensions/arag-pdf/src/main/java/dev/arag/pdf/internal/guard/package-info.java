/**
 * Limits the work, the memory and the fonts that PDFBox uses for one file. This package never
 * interprets the text of a page.
 */
@NullMarked
package dev.arag.pdf.internal.guard;

import org.jspecify.annotations.NullMarked;
