/**
 * The built-in parsers of text, Markdown and HTML, and {@link dev.arag.index.ingest.MarkupText} for
 * parsers of similar formats. They detect charsets and find headings. This package does not split
 * text into sentences and does not use the network.
 */
@NullMarked
package dev.arag.index.ingest;

import org.jspecify.annotations.NullMarked;
