/**
 * Reads files and folders into documents: charsets, file formats and headings. Files that cannot be
 * read are skipped with a reason. This package never splits text into sentences, follows a link out
 * of the folder or opens a connection.
 */
@NullMarked
package dev.arag.index.ingest;

import org.jspecify.annotations.NullMarked;
