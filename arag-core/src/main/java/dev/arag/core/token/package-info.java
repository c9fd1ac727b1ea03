/**
 * Counts tokens of the o200k vocabulary. Chunk sizes and budgets are measured in these tokens for
 * all LLMs. An LLM with another vocabulary counts other numbers of tokens.
 */
@NullMarked
package dev.arag.core.token;

import org.jspecify.annotations.NullMarked;
