/** Replaces the text that a model asks to read with notes of a reader. */
@NullMarked
package dev.arag.strategies.internal.condense;

import org.jspecify.annotations.NullMarked;
