/** The location of an index in use, its current state, and its writes one after the other. */
@NullMarked
package dev.arag.index.internal.write;

import org.jspecify.annotations.NullMarked;
