/**
 * Recognizes the text of scanned pages by running the program Tesseract, which must be installed.
 * The recognized images stay on this machine.
 */
@NullMarked
package dev.arag.ocr;

import org.jspecify.annotations.NullMarked;
