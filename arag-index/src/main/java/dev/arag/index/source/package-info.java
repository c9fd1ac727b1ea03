/**
 * The sources of documents with which an index is kept in sync: folders, files, or documents from
 * code.
 */
@NullMarked
package dev.arag.index.source;

import org.jspecify.annotations.NullMarked;
