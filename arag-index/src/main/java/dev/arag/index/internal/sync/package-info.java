/**
 * Synchronization of an index with its sources: change detection, chunking, embedding, batches and
 * commits. Defines no file format.
 */
@NullMarked
package dev.arag.index.internal.sync;

import org.jspecify.annotations.NullMarked;
