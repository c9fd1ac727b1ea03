/**
 * Counting tokens as the o200k vocabulary does. Counts steer chunk sizes and budgets; they are
 * never sent to a model.
 */
@NullMarked
package dev.arag.core.token;

import org.jspecify.annotations.NullMarked;
