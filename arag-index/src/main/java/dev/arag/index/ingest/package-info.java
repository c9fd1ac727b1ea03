/**
 * Bytes into documents: encodings, file formats, headings, and the walk over a folder. What cannot
 * be read is skipped with its reason and never stops the others. Nothing here cuts text into
 * sentences, follows a link out of the folder or opens a connection.
 */
@NullMarked
package dev.arag.index.ingest;

import org.jspecify.annotations.NullMarked;
