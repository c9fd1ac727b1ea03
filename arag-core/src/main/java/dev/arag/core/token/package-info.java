/**
 * Token counts by the o200k vocabulary. They control chunk sizes and budgets; they are never sent
 * to a model.
 */
@NullMarked
package dev.arag.core.token;

import org.jspecify.annotations.NullMarked;
