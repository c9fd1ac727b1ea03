/** Counts tokens of the o200k vocabulary. */
@NullMarked
package dev.arag.core.internal.token;

import org.jspecify.annotations.NullMarked;
