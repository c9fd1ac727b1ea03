/**
 * Work that several commands do: indexing with progress, and the deletion of conversations and of
 * temporary folders. This package defines no options.
 */
@NullMarked
package dev.arag.cli.internal.task;

import org.jspecify.annotations.NullMarked;
