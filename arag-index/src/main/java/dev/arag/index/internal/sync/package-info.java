/**
 * Synchronization of an index with its sources, including change detection, embedding, batches and
 * commits. This package does not define any file format.
 */
@NullMarked
package dev.arag.index.internal.sync;

import org.jspecify.annotations.NullMarked;
