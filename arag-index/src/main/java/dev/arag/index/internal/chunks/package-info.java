/**
 * The layout, writer and reader of the chunks file, which stores documents, chunks and sentences.
 * Documents and chunks can be read by id or by number. Code in this package neither splits nor
 * searches text.
 */
@NullMarked
package dev.arag.index.internal.chunks;

import org.jspecify.annotations.NullMarked;
