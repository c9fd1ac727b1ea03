/**
 * Executes one run: calls the strategy, enforces the budget, makes the closing call, and builds the
 * answer. A strategy cannot bypass these rules.
 */
@NullMarked
package dev.arag.agent.internal.run;

import org.jspecify.annotations.NullMarked;
