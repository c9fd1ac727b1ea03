/**
 * The chunks file, which stores documents, chunks and sentences: its layout, its writer, and
 * reading by id and by number. It neither splits nor searches text.
 */
@NullMarked
package dev.arag.index.internal.chunks;

import org.jspecify.annotations.NullMarked;
