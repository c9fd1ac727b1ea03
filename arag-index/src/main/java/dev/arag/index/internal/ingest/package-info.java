/**
 * Lists and reads files, detects charsets, and finds headings, tables and front matter. This
 * package never chooses the format of a file.
 */
@NullMarked
package dev.arag.index.internal.ingest;

import org.jspecify.annotations.NullMarked;
