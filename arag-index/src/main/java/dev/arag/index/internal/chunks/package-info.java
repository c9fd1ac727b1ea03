/**
 * Documents, chunks and sentences on disk: the layout of the chunks file, its writer, and reading
 * by id and by place. It neither cuts nor searches text.
 */
@NullMarked
package dev.arag.index.internal.chunks;

import org.jspecify.annotations.NullMarked;
