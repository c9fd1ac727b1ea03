/** Runs the program Tesseract as a child process, and reads its output. */
@NullMarked
package dev.arag.ocr.internal;

import org.jspecify.annotations.NullMarked;
