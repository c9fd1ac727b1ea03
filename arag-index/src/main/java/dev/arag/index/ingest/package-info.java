/**
 * Reads documents from files and folders. This package detects charsets, parses file formats and
 * finds headings. Files that cannot be read are skipped and reported with a reason. This package
 * never splits text into sentences, follows a link out of the folder or opens a network connection.
 */
@NullMarked
package dev.arag.index.ingest;

import org.jspecify.annotations.NullMarked;
