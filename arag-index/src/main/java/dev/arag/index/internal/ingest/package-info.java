/**
 * Lists and reads files, detects charsets, and finds headings, front matter and JSON records. This
 * package never chooses the parser of a file.
 */
@NullMarked
package dev.arag.index.internal.ingest;

import org.jspecify.annotations.NullMarked;
