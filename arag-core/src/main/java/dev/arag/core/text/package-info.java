/**
 * Immutable documents, chunks and sentences. This package does not change or split text. The
 * package {@code index.spi.split} splits documents into chunks and sentences.
 */
@NullMarked
package dev.arag.core.text;

import org.jspecify.annotations.NullMarked;
