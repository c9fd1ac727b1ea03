/**
 * Finds the sentences of a document. This package detects languages, finds paragraphs and applies
 * the sentence rules of each language. It never builds chunks.
 */
@NullMarked
package dev.arag.index.internal.split;

import org.jspecify.annotations.NullMarked;
