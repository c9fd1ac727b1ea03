/** Finds and unwraps the causes of exceptions. */
@NullMarked
package dev.arag.core.internal.failure;

import org.jspecify.annotations.NullMarked;
