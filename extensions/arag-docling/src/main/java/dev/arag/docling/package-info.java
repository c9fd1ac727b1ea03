/**
 * Reads the JSON files of Docling, a program that converts documents. The format is that of the
 * schema {@code DoclingDocument}, version 1.
 */
@NullMarked
package dev.arag.docling;

import org.jspecify.annotations.NullMarked;
