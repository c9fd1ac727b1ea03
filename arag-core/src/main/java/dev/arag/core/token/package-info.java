/**
 * Counts tokens of the o200k vocabulary. The counts limit chunk sizes and budgets. Tokens are never
 * sent to a model.
 */
@NullMarked
package dev.arag.core.token;

import org.jspecify.annotations.NullMarked;
