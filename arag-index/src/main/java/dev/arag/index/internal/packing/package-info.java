/**
 * Packs the sentences of a document into chunks, and computes the key with which their ids begin.
 */
@NullMarked
package dev.arag.index.internal.packing;

import org.jspecify.annotations.NullMarked;
