/**
 * Finds the sentences of a document: its languages, paragraphs and sentence rules. This package
 * never builds chunks.
 */
@NullMarked
package dev.arag.index.internal.split;

import org.jspecify.annotations.NullMarked;
