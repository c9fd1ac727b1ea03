/**
 * Immutable documents, chunks and sentences. This package does not split text into chunks and
 * sentences; the package {@code dev.arag.index.spi.split} does.
 */
@NullMarked
package dev.arag.core.text;

import org.jspecify.annotations.NullMarked;
