/**
 * Splits documents into chunks of whole sentences; {@link dev.arag.index.split.Splitter} is the
 * entry point. Text is never changed: the chunks of a document, joined, are its text. This package
 * neither reads files nor embeds.
 */
@NullMarked
package dev.arag.index.split;

import org.jspecify.annotations.NullMarked;
