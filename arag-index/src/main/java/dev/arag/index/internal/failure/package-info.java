/** Handles thread interrupts during writes and searches. */
@NullMarked
package dev.arag.index.internal.failure;

import org.jspecify.annotations.NullMarked;
