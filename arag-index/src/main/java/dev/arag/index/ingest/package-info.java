/**
 * Reads documents from files and folders. This package detects charsets, parses file formats and
 * finds headings. Files that cannot be read are skipped and reported with a reason. This package
 * does not split text into sentences, does not follow links out of the folder, and does not use the
 * network.
 */
@NullMarked
package dev.arag.index.ingest;

import org.jspecify.annotations.NullMarked;
