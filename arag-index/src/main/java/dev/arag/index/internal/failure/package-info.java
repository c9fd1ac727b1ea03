/** Causes of exceptions and interrupts. */
@NullMarked
package dev.arag.index.internal.failure;

import org.jspecify.annotations.NullMarked;
