/**
 * Counts tokens of the o200k vocabulary. Chunk sizes and budgets are limited to numbers of these
 * tokens. A model receives text, not these tokens.
 */
@NullMarked
package dev.arag.core.token;

import org.jspecify.annotations.NullMarked;
