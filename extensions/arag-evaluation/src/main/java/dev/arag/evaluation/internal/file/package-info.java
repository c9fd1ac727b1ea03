/**
 * Reads the files of an evaluation: JSON values and lines of text. An error names the file and the
 * line.
 */
@NullMarked
package dev.arag.evaluation.internal.file;

import org.jspecify.annotations.NullMarked;
