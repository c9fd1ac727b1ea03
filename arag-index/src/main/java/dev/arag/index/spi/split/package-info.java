/**
 * Splits documents into chunks of whole sentences. The entry point is {@link
 * dev.arag.index.spi.split.Splitter}. The text never changes: the concatenated chunks of a document
 * are equal to its text. This package neither reads files nor embeds sentences.
 */
@NullMarked
package dev.arag.index.spi.split;

import org.jspecify.annotations.NullMarked;
