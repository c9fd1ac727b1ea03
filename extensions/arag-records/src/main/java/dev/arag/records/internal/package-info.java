/**
 * Reads the records of JSON and CSV files and the elements of files of predefined chunks, and
 * converts them to documents. This package never decides which files it reads.
 */
@NullMarked
package dev.arag.records.internal;

import org.jspecify.annotations.NullMarked;
