/**
 * Lists and reads files, detects their charsets, and finds headings, front matter and JSON records.
 * This package never chooses a parser.
 */
@NullMarked
package dev.arag.index.internal.ingest;

import org.jspecify.annotations.NullMarked;
