/** Interrupts of the thread that writes or searches. */
@NullMarked
package dev.arag.index.internal.failure;

import org.jspecify.annotations.NullMarked;
