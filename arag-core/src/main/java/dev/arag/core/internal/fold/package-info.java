/**
 * Case folding and character classes from tables of one pinned Unicode version, so that a search,
 * an index and a citation check see the same text on every JDK. This room turns text into its
 * folded form, maps places in it back to the source, and says what kind of character a code point
 * is. It never asks the JDK about a character, never splits or ranks text, and never changes what
 * is stored.
 */
@NullMarked
package dev.arag.core.internal.fold;

import org.jspecify.annotations.NullMarked;
