/**
 * Prepares the documents of a source for a store: repairs ids and texts, hashes contents, and
 * splits documents ahead on other threads.
 */
@NullMarked
package dev.arag.index.internal.source;

import org.jspecify.annotations.NullMarked;
